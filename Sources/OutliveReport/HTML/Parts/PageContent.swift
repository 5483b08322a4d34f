internal import OutliveModel

/// What the page shows of a report; its sections are in files of their own.
struct PageContent {
    let report: Report
    /// The report as the JSON report has it, for the data.
    let stored: Report
    let context: ReportContext
    let heap: HeapFindings
    let victims: Victims
    let failing: Set<Finding>
    /// The findings that are shown in full, those of the registry first, and those that are accepted last.
    let cards: [FindingCard]
    let quotes: SourceQuotes

    /// Sorts what is shown.
    init(_ report: Report, _ context: ReportContext) {
        stored = report
        let report = report.foldingUntraced
        self.report = report
        self.context = context
        heap = HeapFindings(report.findings)
        victims = Victims(report.findings)
        failing = Set(report.failingFindings)
        let registered = report.registeredCauses.filter { $0.verdict != .late && $0.verdict != .expected }
        let shown =
            registered.prefix(PageLimits.findings) + (heap.inFull + heap.further).prefix(PageLimits.findings)
        let accepted = KnownFindings(report).accepted.prefix(PageLimits.findings)
        quotes = SourceQuotes(shown + accepted, context)
        cards = (shown + accepted).enumerated().map { index, finding in
            FindingCard(
                number: index + 1, finding: finding,
                isOpen: finding.known == nil && index < PageLimits.openFindings)
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

    /// The link to where a finding is told of in full, or to all of them.
    func link(to finding: Finding) -> String {
        cards.first { $0.finding == finding }.map { "#\($0.id)" } ?? "#leaks"
    }
}

/// A finding that is shown in full, and where.
struct FindingCard {
    /// Its number on the page, from 1.
    let number: Int
    let finding: Finding
    /// Whether it is open at first.
    let isOpen: Bool

    var id: String { "finding-\(number)" }
}
