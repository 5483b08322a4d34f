internal import OutliveModel

extension PageContent {
    /// The causes, the most important first, then the other findings.
    var leaks: PageSection? {
        let isDoubtful = report.growthHeadline != nil
        let tone: Tone = !failing.isEmpty ? .bad : isDoubtful ? .warn : nothingLeaked ? .good : .plain
        return PageSection("leaks", "Leaks", heading: "Leaks", tone: tone) {
            HTMLNode.paragraph("\(report.leaksHeadline.capitalizedFirst).", class: "lead")
            for card in cards where card.cause.leader.known == nil { node(card) }
            HTMLNode.more(causes.count - PageLimits.causes, "cause")
            brief("No leaks: bounded, late or expected", others.registered + others.heap)
            libraryGrowth
        }
    }

    /// `true` if leaks were watched, no leak or suspect was found, known leaks included, and no growth is unexplained.
    var nothingLeaked: Bool {
        let leaks = report.findings.contains { $0.verdict == .leak || $0.verdict == .suspect }
        return report.failures.isEmpty && report.growthHeadline == nil
            && (report.isKnownToLeaveNothing || leaksWereWatched && !leaks)
    }

    /// `true` if a reset or cycle that objects could outlive was watched.
    var leaksWereWatched: Bool { report.measuredHeapCycles || report.watch == .watched && report.measuredResets }

    private func brief(_ title: String, _ findings: [Finding]) -> HTMLNode {
        guard !findings.isEmpty else { return .none }
        return .folded("\(title) (\(findings.count))", class: "group") { briefTable(title, findings) }
    }

    private func briefTable(_ title: String, _ findings: [Finding]) -> HTMLNode {
        HTMLTable(
            label: title,
            columns: [
                .text("Type"), .text("Verdict"), .number("Amount"), .number("Bytes"), .text("Where"), .prose("Why"),
            ], noun: "type"
        ).node(
            findings.prefix(PageLimits.rows + 1).map { finding in
                [
                    .code(finding.key.name), .badge(finding.verdict.rawValue, finding.tone(isFailing: false)),
                    .text(finding.count > 0 ? finding.amountInWords : "–"), .text(finding.bytesInWords ?? "–"),
                    .code(finding.origin),
                    .prose(
                        finding.libraryInWords(toolchain: report.toolchain) ?? finding.hint(settled: finding.lateTime),
                        limit: 600),
                ]
            } + Array(repeating: [], count: max(findings.count - PageLimits.rows - 1, 0)))
    }

    /// Known growth of libraries, collapsed unless the context shows it.
    private var libraryGrowth: HTMLNode {
        guard !others.libraryGrowth.isEmpty else { return .none }
        let words = others.libraryGrowthInWords
        return .folded(words.capitalizedFirst, class: "group", isOpen: context.showsKnown) {
            briefTable(words, others.libraryGrowth)
        }
    }
}

extension Finding {
    /// Returns the tone of the verdict.
    func tone(isFailing: Bool) -> Tone {
        switch verdict {
        case .leak: .bad
        case .suspect: isFailing ? .bad : .warn
        case .retained: .warn
        case .late, .expected: .plain
        }
    }

    /// The time until the last late object was released.
    var lateTime: String? { lateSeconds.map { Scale.seconds($0).text($0) } }
}
