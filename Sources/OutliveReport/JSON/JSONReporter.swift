public import OutliveModel

/// The whole report for machines; `docs/report-format.md` is its grammar.
public struct JSONReporter: Reporter {
    /// Makes a reporter.
    public init() {}

    /// The report as UTF-8, pretty-printed with sorted keys and a line end.
    public func bytes(for report: Report) throws -> [UInt8] {
        try jsonDocument(Concluded(value: report, outcome: report.outcome, summary: report.summaryLine))
    }
}

extension ReportFormat {
    /// The whole report for machines.
    public static let json = ReportFormat(name: "json") { _ in JSONReporter() }
}
