public import OutliveModel

/// The report for people: what was measured, what went wrong, what it means, and the summary line last.
public struct TextReporter: Reporter {
    private let style: TextStyle
    private let showsKnown: Bool

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - style: what the terminal or file can show.
    ///   - showsKnown: whether known growth of libraries is listed; else it is counted.
    public init(style: TextStyle = TextStyle(), showsKnown: Bool = false) {
        self.style = style
        self.showsKnown = showsKnown
    }

    /// The report as UTF-8, with a line end at the end.
    public func bytes(for report: Report) -> [UInt8] {
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
    /// The report for people.
    public static let text = ReportFormat(name: "text") { TextReporter(style: $0.style, showsKnown: $0.showsKnown) }
}
