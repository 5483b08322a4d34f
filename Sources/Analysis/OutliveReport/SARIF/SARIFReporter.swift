package import OutliveModel

/// The report as SARIF 2.1.0, which code hosts show as alerts at source lines and editors open.
///
/// Paths are relative to the checkout. Each result has one, because GitHub refuses a whole file for one result without
/// a physical location.
package struct SARIFReporter: Reporter {
    private let root: String
    private let showsKnown: Bool

    /// Creates a reporter.
    ///
    /// - Parameters:
    ///   - root: The absolute path of the checkout. Files below it are named relative to it.
    ///   - showsKnown: `true` to include expected objects and known growth of libraries as suppressed results.
    package init(root: String = "", showsKnown: Bool = false) {
        self.root = root
        self.showsKnown = showsKnown
    }

    /// Returns the report in UTF-8 with sorted keys and a final line feed.
    package func bytes(for report: Report) throws -> [UInt8] {
        try jsonDocument(SARIFLog(runs: [report.foldingUntraced.sarifRun(root: root, showsKnown: showsKnown)]))
    }
}

extension ReportFormat {
    /// Alerts for code hosts and editors.
    package static let sarif = ReportFormat(name: "sarif") { SARIFReporter(root: $0.root, showsKnown: $0.showsKnown) }
}
