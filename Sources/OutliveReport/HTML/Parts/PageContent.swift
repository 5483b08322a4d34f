internal import OutliveModel

/// What the page shows of a report; its sections are in files of their own.
struct PageContent {
    let report: Report
    /// The report as the JSON report has it, for the data.
    let stored: Report
    let context: ReportContext
    /// What is to be fixed, the most important first.
    let causes: [Cause]
    let others: OtherSurvivors
    let failing: Set<Finding>
    /// The causes that are shown in full; accepted ones last.
    let cards: [CauseCard]
    let quotes: SourceQuotes

    /// Sorts what is shown.
    init(_ report: Report, _ context: ReportContext) {
        stored = report
        let report = report.foldingUntraced
        self.report = report
        self.context = context
        causes = report.causes
        others = OtherSurvivors(report.findings)
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

    /// What the page is called in tabs and lists of files.
    var title: String {
        let program = report.plan.launch.split(separator: " ").first?.split(separator: "/").last.map(String.init)
        return "Outlive: \(report.outcome.words)" + (program.map { ", \(elided(oneLine($0), to: 60, .middle))" } ?? "")
    }

    /// The sections from top to bottom.
    ///
    /// - Throws: an error of the encoder of the JSON report.
    var sections: [PageSection] {
        get throws {
            // What a reader has to mend comes first.
            let doubtful = [leaks, known, fidelity, state].compactMap(\.self)
            let urgent = doubtful.filter { $0.tone == .bad }
            let bearable = doubtful.filter { $0.tone != .bad }
            let found =
                ([failures].compactMap(\.self) + urgent + [shards, timing, soak, survivors].compactMap(\.self)
                    + bearable + [heapCensuses, notes, plan].compactMap(\.self))
            return try [verdict(about: found)] + found + [data]
        }
    }

    /// The link to where a cause is shown in full, or to all of them.
    func link(to cause: Cause) -> String {
        cards.first { $0.cause == cause }.map { "#\($0.id)" } ?? "#leaks"
    }

    /// Whether a cause makes the run fail.
    func fails(_ cause: Cause) -> Bool { cause.findings.contains(where: failing.contains) }
}

/// A cause that is shown in full, and where.
struct CauseCard {
    /// Its number on the page, from 1.
    let number: Int
    let cause: Cause
    /// Whether it is open at first.
    let isOpen: Bool

    var id: String { "cause-\(number)" }
}
