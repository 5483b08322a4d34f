public import OutliveModel

/// The report as SARIF 2.1.0, which code hosts show as alerts at lines of the source, and editors open.
///
/// Paths are relative to the checkout, and no result is without one: GitHub refuses a whole file for one result that has
/// no physical location.
public struct SARIFReporter: Reporter {
    private let root: String
    private let showsKnown: Bool

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - root: the absolute path of the checkout; files below it are named relative to it.
    ///   - showsKnown: whether what is meant to stay and known growth of libraries are results, too, suppressed.
    public init(root: String = "", showsKnown: Bool = false) {
        self.root = root
        self.showsKnown = showsKnown
    }

    /// The report as UTF-8, pretty-printed with sorted keys and a line end.
    public func bytes(for report: Report) throws -> [UInt8] {
        try jsonDocument(SARIFLog(runs: [report.foldingUntraced.sarifRun(root: root, showsKnown: showsKnown)]))
    }
}

extension ReportFormat {
    /// Alerts for code hosts and editors.
    public static let sarif = ReportFormat(name: "sarif") { SARIFReporter(root: $0.root, showsKnown: $0.showsKnown) }
}
