public import OutliveModel

/// A format that `outlive xcode-log` writes, by the name that people ask for it.
public enum TestLogFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For machines: everything.
    case json
    /// For spreadsheets: a row for each test case; see `TestLogCSV`, which makes it while a log is read.
    case csv

    /// The report in this format; of comma-separated values the heading alone.
    ///
    /// - Throws: an error of the encoder when a value cannot be expressed in the format.
    public func bytes(for report: TestLogReport, style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        case .text: return TestLogTextReporter(style: style).bytes(for: report)
        case .json: return try jsonDocument(report)
        case .csv: return TestLogCSV.heading
        }
    }
}
