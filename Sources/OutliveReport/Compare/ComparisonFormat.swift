public import OutliveModel

/// A format that a comparison can be reported in, by the name that people ask for it.
public enum ComparisonFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For machines: everything.
    case json
    /// For a comment or a job's summary.
    case markdown

    /// The comparison in this format.
    ///
    /// - Parameter style: what the terminal or file can show.
    /// - Throws: an error of the encoder when a value cannot be expressed in the format.
    public func bytes(for comparison: ReportComparison, style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        case .text:
            var page = Page(style: style)
            page.write(comparison)
            return Array((page.lines.joined(separator: "\n") + "\n").utf8)
        case .json:
            return try jsonDocument(
                Concluded(value: comparison, outcome: comparison.outcome, summary: comparison.summaryLine))
        case .markdown: return Array((comparison.markdown + "\n").utf8)
        }
    }
}

extension ComparedReport {
    /// What is to be said of a report.
    ///
    /// - Parameter name: what it was read from.
    public init(_ report: Report, name: String) {
        self.init(
            name: name, toolVersion: report.toolVersion, startedAt: report.startedAt, outcome: report.outcome,
            interrupted: report.interrupted, summary: report.summaryLine)
    }
}
