internal import ArgumentParser
internal import OutliveReport

/// A `--report FORMAT[=FILE]` of a run.
struct ReportRequest {
    let format: ReportFormat
    /// The output file, or `nil` for standard output.
    let file: ReportFile?

    /// Text on standard output.
    static let standard = ReportRequest(format: .text, file: nil)

    init(format: ReportFormat, file: ReportFile?) {
        self.format = format
        self.file = file
    }

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` if the argument is not valid.
    init(reading argument: String) throws {
        let parts = try FormatAndFile(argument, formats: Self.formats)
        guard let format = ReportFormat.named(parts.format) else { throw ValidationError("there is no such format") }
        self.init(format: format, file: parts.file)
    }

    static var formats: [String] { ReportFormat.all.map(\.name) }
}
