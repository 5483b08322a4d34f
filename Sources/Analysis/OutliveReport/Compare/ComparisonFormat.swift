package import OutliveModel

/// An output format of a comparison, by its name on the command line.
package enum ComparisonFormat: String, CaseIterable, Sendable {
    /// Text for a terminal.
    case text
    /// The complete comparison as JSON.
    case json
    /// Markdown for a comment or a job summary.
    case markdown

    /// Returns the comparison in this format.
    ///
    /// - Parameter style: The width and character set of text.
    /// - Throws: An error of the encoder if the format cannot express a value.
    package func bytes(for comparison: ReportComparison, style: TextStyle = TextStyle()) throws -> [UInt8] {
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
    /// Creates the description of a report in a comparison.
    ///
    /// - Parameter name: The name of the file that the report was read from.
    package init(_ report: Report, name: String) {
        self.init(
            name: name, toolVersion: report.toolVersion, startedAt: report.startedAt, outcome: report.outcome,
            interrupted: report.interrupted, summary: report.summaryLine)
    }
}
