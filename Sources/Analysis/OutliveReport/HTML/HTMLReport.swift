internal import OutliveModel

extension ReportFormat {
    /// One HTML page that loads nothing, so that a browser shows it wherever the file is.
    ///
    /// The verdict comes first, then the evidence with plots, the source where it is available, and the raw data as
    /// downloads. The page has limits and states the number of omitted items.
    package static let html = ReportFormat(name: "html") { shown, _ in
        let content = PageContent(shown)
        return htmlPage(content.title, try content.sections, .ofReport)
    }
}

/// The content of the page for a report. Other files extend it with the sections.
struct PageContent {
    let shown: Presentation
    /// The causes shown in full, accepted ones last.
    let cards: [CauseCard]
    let quotes: SourceQuotes

    init(_ shown: Presentation) {
        self.shown = shown
        let causes =
            shown.causes.prefix(PageLimits.causes) + shown.filling.prefix(PageLimits.causes)
            + shown.accepted.prefix(PageLimits.causes)
        quotes = SourceQuotes(causes.map(\.leader), shown.options)
        cards = causes.enumerated().map { index, cause in
            CauseCard(
                number: index + 1, cause: cause, isOpen: cause.leader.known == nil && index < PageLimits.openCauses)
        }
    }

    var report: Report { shown.report }

    var title: String {
        let facts = [shown.program, shown.command, shown.moment].compactMap(\.self)
        return "Outlive: " + ([shown.outcome.words] + facts).joined(separator: ", ")
    }

    /// The sections from top to bottom.
    var sections: [PageSection] {
        get throws {
            // Sections with problems to fix come first.
            let doubtful = [routes, leaks, known, stuckTasks, pollution, budget, fidelity, state].compactMap(\.self)
            let urgent = doubtful.filter { $0.tone == .bad }
            let bearable = doubtful.filter { $0.tone != .bad }
            let found =
                ([failures].compactMap(\.self) + urgent
                    + [changes, shards, history, timing, soak, survivors].compactMap(\.self)
                    + bearable
                    + [course, heapCensuses, allocations, allocationSizes, memory, notes, plan].compactMap(\.self))
            return try [verdict(about: found)] + found + [data]
        }
    }

    /// Returns a link to the card of a cause, or to the section of leaks.
    func link(to cause: Cause) -> String {
        cards.first { $0.cause == cause }.map { "#\($0.id)" } ?? "#leaks"
    }
}
