package import OutliveModel

/// The raw measurements as comma-separated values (RFC 4180), with a row for each sample and each soak cycle.
///
/// A merged report has no raw measurements. It has a summary row for each run and arm instead.
package struct CSVReporter: Reporter {
    /// Creates a reporter.
    package init() {}

    /// Returns the report in UTF-8: a fixed heading, then rows that end with CR and LF.
    package func bytes(for report: Report) -> [UInt8] {
        let heading = CSVRecord(cells: CSVColumn.allCases.map { .text($0.rawValue) })
        return heading.bytes + report.csvRows.flatMap(\.record.bytes)
    }
}

extension ReportFormat {
    /// The raw measurements as comma-separated values.
    package static let csv = ReportFormat(name: "csv") { _ in CSVReporter() }
}
