internal import OutliveModel

extension PageContent {
    /// What outlived the resets, worst first, with what is known of each.
    var leaks: PageSection? {
        let tone: Tone = failing.isEmpty ? nothingLeaked ? .good : .plain : .bad
        return PageSection("leaks", "Leaks", heading: "Leaks", tone: tone) {
            HTMLNode.paragraph("\(report.leaksHeadline.capitalizedFirst).", class: "lead")
            if let seenByBoth { HTMLNode.paragraph("\(seenByBoth.capitalizedFirst).", class: "note") }
            for card in cards where card.finding.known == nil { node(card) }
            HTMLNode.more(pressing.count - PageLimits.findings, "finding")
            HTMLNode.more(heap.further.count + heap.inFull.count - PageLimits.findings, "heap-tier leak")
            brief("Seen by the registry, too: held as is told above", heap.seenTwice)
            brief(
                !cards.contains { $0.finding.known == nil } || heap.brief.first?.verdict != .leak
                    ? "Other types" : "Grew as well: what leaks keeps what it refers to",
                heap.brief + heap.others)
            brief("Nothing to do", harmless)
            libraryGrowth
        }
    }

    /// Whether leaks were looked for, and none was found; a known one is one, too.
    var nothingLeaked: Bool {
        let leaks = report.findings.contains { $0.verdict == .leak || $0.verdict == .suspect }
        return report.failures.isEmpty && (report.isKnownToLeaveNothing || lookedForLeaks && !leaks)
    }

    /// Whether there was a reset or a cycle that something could outlive, and somebody watched it.
    var lookedForLeaks: Bool { report.measuredHeapCycles || report.watch == .watched && report.measuredResets }

    /// `the heap tier saw it, too: one leak, counted by each`; nil where no leak is counted twice.
    var seenByBoth: String? {
        let leaks = heap.seenTwice.count { $0.verdict == .leak }
        guard leaks > 0 else { return nil }
        let registered = report.registeredCauses.count { $0.verdict == .leak }
        return registered == 1
            ? "the heap tier saw it, too: one leak, which each tier counts"
            : "the heap tier saw \(leaks) of the registry's leaks, too: both tiers count them"
    }

    /// What the registry saw that somebody may have to look at.
    private var pressing: [Finding] {
        report.registeredCauses.filter { $0.verdict != .late && $0.verdict != .expected }
    }

    /// What the registry saw that is no mistake.
    private var harmless: [Finding] {
        report.registeredCauses.filter { $0.verdict == .late || $0.verdict == .expected }
    }

    /// Findings in a row each.
    private func brief(_ title: String, _ findings: [Finding]) -> HTMLNode {
        guard !findings.isEmpty else { return .none }
        return .folded("\(title) (\(findings.count))", class: "group") { briefTable(title, findings) }
    }

    /// A table of findings: verdict, how many, bytes, place, and what is to be said of each.
    func briefTable(_ title: String, _ findings: [Finding]) -> HTMLNode {
        HTMLTable(
            label: title,
            columns: [
                .text("Type"), .text("Verdict"), .number("Alive"), .number("Bytes"), .text("Where"), .prose("Why"),
            ], noun: "type"
        ).node(
            findings.prefix(PageLimits.rows + 1).map { finding in
                [
                    .code(finding.key.name), .badge(finding.verdict.rawValue, finding.tone(isFailing: false)),
                    .text(finding.count > 0 ? "\(finding.count)" : "–"),
                    .text(finding.bytes.map { Scale.bytes(Double($0)).text(Double($0)) } ?? "–"),
                    .code(finding.origin),
                    .prose(
                        finding.libraryInWords(toolchain: report.toolchain) ?? finding.shortCause
                            ?? finding.shortHint, limit: 600),
                ]
            } + Array(repeating: [], count: max(findings.count - PageLimits.rows - 1, 0)))
    }

    /// Growth that is by design of a library, closed, as it is nobody's fault.
    private var libraryGrowth: HTMLNode {
        guard !heap.known.isEmpty else { return .none }
        return .folded(heap.knownInWords.capitalizedFirst, class: "group", isOpen: context.showsKnown) {
            briefTable(heap.knownInWords, heap.known)
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
