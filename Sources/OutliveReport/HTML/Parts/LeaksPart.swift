internal import OutliveModel

extension PageContent {
    /// The causes, the most important first, and then what is no cause.
    var leaks: PageSection? {
        let isDoubtful = report.growthHeadline != nil
        let tone: Tone = !failing.isEmpty ? .bad : isDoubtful ? .warn : nothingLeaked ? .good : .plain
        return PageSection("leaks", "Leaks", heading: "Leaks", tone: tone) {
            HTMLNode.paragraph("\(report.leaksHeadline.capitalizedFirst).", class: "lead")
            for card in cards where card.cause.leader.known == nil { node(card) }
            HTMLNode.more(causes.count - PageLimits.causes, "cause")
            brief("No leaks: bounded, late, or meant to stay", others.registered + others.heap)
            libraryGrowth
        }
    }

    /// Whether leaks were looked for, none was found, and no growth is unexplained; a known leak is one, too.
    var nothingLeaked: Bool {
        let leaks = report.findings.contains { $0.verdict == .leak || $0.verdict == .suspect }
        return report.failures.isEmpty && report.growthHeadline == nil && (report.isKnownToLeaveNothing || lookedForLeaks && !leaks)
    }

    /// Whether there was a reset or a cycle that something could outlive, and somebody watched it.
    var lookedForLeaks: Bool { report.measuredHeapCycles || report.watch == .watched && report.measuredResets }

    /// Findings in a row each.
    private func brief(_ title: String, _ findings: [Finding]) -> HTMLNode {
        guard !findings.isEmpty else { return .none }
        return .folded("\(title) (\(findings.count))", class: "group") { briefTable(title, findings) }
    }

    /// A table of findings: verdict, how many, bytes, place, and what is to be said of each.
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

    /// Growth that is by design of a library, closed.
    private var libraryGrowth: HTMLNode {
        guard !others.libraryGrowth.isEmpty else { return .none }
        let words = others.libraryGrowthInWords
        return .folded(words.capitalizedFirst, class: "group", isOpen: context.showsKnown) {
            briefTable(words, others.libraryGrowth)
        }
    }
}

extension Finding {
    /// What its verdict means.
    func tone(isFailing: Bool) -> Tone {
        switch verdict {
        case .leak: .bad
        case .suspect: isFailing ? .bad : .warn
        case .retained: .warn
        case .late, .expected: .plain
        }
    }

    /// How long the last of them took to go away.
    var lateTime: String? { lateSeconds.map { Scale.seconds($0).text($0) } }
}
