internal import ArgumentParser
internal import OutliveReport

/// One `--report FORMAT[=FILE]`: a format, and where it goes.
struct ReportRequest {
    let format: ReportFormat
    /// The file to write; none: standard output.
    let file: ReportFile?

    /// Text for people, on standard output.
    static let standard = ReportRequest(format: .text, file: nil)

    init(format: ReportFormat, file: ReportFile?) {
        self.format = format
        self.file = file
    }

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` if it is none.
    init(reading argument: String) throws {
        let parts = try FormatAndFile(argument, formats: Self.formats)
        guard let format = ReportFormat.named(parts.format) else { throw ValidationError("there is no such format") }
        self.init(format: format, file: parts.file)
    }

    /// The names of the formats.
    static var formats: [String] { ReportFormat.all.map(\.name) }
}
