package import OutliveModel

/// An output format of `outlive xcode-log`, by its name on the command line.
package enum TestLogFormat: String, CaseIterable, Sendable {
    /// Text for a terminal.
    case text
    /// The complete report as JSON.
    case json
    /// A row for each test case. `TestLogCSV` writes it while a log is read.
    case csv

    /// Returns the report in this format, of comma-separated values the heading alone.
    ///
    /// - Throws: An error of the encoder if the format cannot express a value.
    package func bytes(for report: TestLogReport, style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        case .text: return TestLogTextReporter(style: style).bytes(for: report)
        case .json: return try jsonDocument(report)
        case .csv: return TestLogCSV.heading
        }
    }
}
