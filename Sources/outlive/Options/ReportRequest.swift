internal import ArgumentParser
internal import OutliveReport

/// One `--report FORMAT[=FILE]`: a format, and where it goes.
struct ReportRequest: ExpressibleByArgument {
    let format: ReportFormat
    /// The file to write; none: standard output.
    let file: ReportFile?

    /// Text for people, on standard output.
    static let standard = ReportRequest(format: .text, file: nil)

    init(format: ReportFormat, file: ReportFile?) {
        self.format = format
        self.file = file
    }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let format = ReportFormat.named(String(parts[0])) else { return nil }
        if parts.count == 1 {
            self.init(format: format, file: nil)
        } else {
            guard !parts[1].isEmpty else { return nil }
            self.init(format: format, file: ReportFile(path: String(parts[1])))
        }
    }

    static var allValueStrings: [String] { ReportFormat.all.map { "\($0.name)[=FILE]" } }
}
