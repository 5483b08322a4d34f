public import OutliveModel

/// The raw measurements as a table for R, pandas and spreadsheets: RFC 4180, a row for each sample and each cycle of the
/// soak.
///
/// A merged report has none of its own, and has a row for each run and arm instead, with its summary.
public struct CSVReporter: Reporter {
    /// Makes a reporter.
    public init() {}

    /// The report as UTF-8: a heading that is always the same, and rows that end with CR and LF.
    public func bytes(for report: Report) -> [UInt8] {
        let heading = CSVRecord(cells: CSVColumn.allCases.map { .text($0.rawValue) })
        return heading.bytes + report.csvRows.flatMap(\.record.bytes)
    }
}

extension ReportFormat {
    /// The raw measurements as a table.
    public static let csv = ReportFormat(name: "csv") { _ in CSVReporter() }
}
