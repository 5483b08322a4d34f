internal import ArgumentParser
internal import Foundation
internal import OutliveReport

/// One `--report FORMAT[=FILE]`: a format, and where it goes.
struct ReportRequest: ExpressibleByArgument {
    let format: ReportFormat
    /// The file to write; none: standard output.
    let file: URL?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let format = ReportFormat(rawValue: String(parts[0])) else { return nil }
        self.format = format
        guard parts.count == 2 else {
            file = nil
            return
        }
        guard !parts[1].isEmpty else { return nil }
        file = URL(fileURLWithPath: String(parts[1]))
    }

    init(format: ReportFormat) {
        self.format = format
        file = nil
    }

    static var allValueStrings: [String] { ReportFormat.allCases.map { "\($0.rawValue)[=FILE]" } }
}
