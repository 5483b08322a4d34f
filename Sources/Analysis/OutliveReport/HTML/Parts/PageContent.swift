internal import OutliveModel

/// The content of the page for a report. Other files extend it with the sections.
struct PageContent {
    let report: Report
    /// The unchanged report, for download.
    let stored: Report
    let context: ReportContext
    /// The causes, the most important first.
    let causes: [Cause]
    let others: UncausedFindings
    let failing: Set<Finding>
    /// The causes shown in full, accepted ones last.
    let cards: [CauseCard]
    let quotes: SourceQuotes

    /// Creates the content.
    init(_ report: Report, _ context: ReportContext) {
        stored = report
        let report = report.foldingUntraced
        self.report = report
        self.context = context
        causes = report.causes
        others = UncausedFindings(report.findings)
        failing = Set(report.failingFindings)
        let shown = causes.prefix(PageLimits.causes)
        let accepted = KnownFindings(report).accepted.prefix(PageLimits.causes)
        quotes = SourceQuotes((shown + accepted).map(\.leader), context)
        cards = (shown + accepted).enumerated().map { index, cause in
            CauseCard(
                number: index + 1, cause: cause,
                isOpen: cause.leader.known == nil && index < PageLimits.openCauses)
        }
    }

    /// The title of the page in tabs and file lists.
    var title: String {
        let program = report.plan.launch.split(separator: " ").first?.split(separator: "/").last.map(String.init)
        return "Outlive: \(report.outcome.words)" + (program.map { ", \(elided(oneLine($0), to: 60, .middle))" } ?? "")
    }

    /// The sections from top to bottom.
    ///
    /// - Throws: An error of the encoder of the JSON report.
    var sections: [PageSection] {
        get throws {
            // Sections with problems to fix come first.
            let doubtful = [leaks, known, fidelity, state].compactMap(\.self)
            let urgent = doubtful.filter { $0.tone == .bad }
            let bearable = doubtful.filter { $0.tone != .bad }
            let found =
                ([failures].compactMap(\.self) + urgent + [shards, timing, soak, survivors].compactMap(\.self)
                    + bearable + [heapCensuses, notes, plan].compactMap(\.self))
            return try [verdict(about: found)] + found + [data]
        }
    }

    /// Returns a link to the card of a cause, or to the section of leaks.
    func link(to cause: Cause) -> String {
        cards.first { $0.cause == cause }.map { "#\($0.id)" } ?? "#leaks"
    }

    /// Returns `true` if a cause fails the run.
    func fails(_ cause: Cause) -> Bool { cause.findings.contains(where: failing.contains) }
}

/// A cause shown in full.
struct CauseCard {
    /// The number of the card on the page, from 1.
    let number: Int
    let cause: Cause
    /// `true` if the card is open at first.
    let isOpen: Bool

    var id: String { "cause-\(number)" }
}
