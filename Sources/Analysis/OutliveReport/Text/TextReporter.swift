package import OutliveModel

/// The report as text: the plan, the failures, the results, and the summary line last.
package struct TextReporter: Reporter {
    private let style: TextStyle
    private let showsKnown: Bool

    /// Creates a reporter.
    ///
    /// - Parameters:
    ///   - style: The width and character set of the output.
    ///   - showsKnown: `true` to list known growth of libraries, and `false` to count it.
    package init(style: TextStyle = TextStyle(), showsKnown: Bool = false) {
        self.style = style
        self.showsKnown = showsKnown
    }

    /// Returns the report in UTF-8, ending with a line feed.
    package func bytes(for report: Report) -> [UInt8] {
        let report = report.foldingUntraced
        var page = Page(style: style)
        let ink: Ink = report.outcome != .clean ? .badStrong : report.growthHeadline == nil ? .goodStrong : .warning
        if let growth = report.growthHeadline { page.unlimited(growth.capitalizedFirst, ink) }
        page.writeHeading(report)
        page.writeFailures(report.failures)
        page.writeRuns(report)
        page.writeTiming(report)
        page.writeSoak(report)
        page.writeHeap(report)
        page.writeLeaks(report, showsKnown: showsKnown)
        page.writeKnownLeaks(report)
        page.writeFidelity(report)
        page.writeStateDifferences(report)
        page.writeNotes(report.notes)
        page.blank()
        page.unlimited(report.summaryLine, ink)
        return Array((page.lines.joined(separator: "\n") + "\n").utf8)
    }
}

extension ReportFormat {
    /// Text for a terminal.
    package static let text = ReportFormat(name: "text") { TextReporter(style: $0.style, showsKnown: $0.showsKnown) }
}
