internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The causes, the most important first, then the other findings.
    var leaks: PageSection? {
        let isDoubtful = shown.growthHeadline != nil
        let tone: Tone = shown.hasFailingFindings ? .bad : isDoubtful ? .warn : nothingLeaked ? .good : .plain
        return PageSection("leaks", "Leaks", heading: "Leaks", tone: tone) {
            HTMLNode.paragraph("\(shown.leaksHeadline.capitalizedFirst).", class: "lead")
            let unaccepted = cards.filter { $0.cause.leader.known == nil }
            search(unaccepted)
            for card in unaccepted { node(card) }
            HTMLNode.more(shown.causes.count - PageLimits.causes, "cause")
            HTMLNode.more(shown.filling.count - PageLimits.causes, "store")
            brief("No leaks: bounded, late or expected", shown.registered + shown.bounded)
            libraryGrowth
        }
    }

    /// Returns a field that filters cards, or an empty node if there are few.
    private func search(_ cards: [CauseCard]) -> HTMLNode {
        guard cards.count >= PageLimits.searchable else { return .none }
        let verdicts = Verdict.allCases.filter { verdict in cards.contains { $0.cause.verdict == verdict } }
        return .searchField(
            id: "leaks", items: "details.finding", noun: "cause", plural: "causes", kindName: "Verdict",
            kinds: verdicts.map(\.rawValue))
    }

    /// `true` if leaks were watched, no leak or suspect was found, known leaks included, and no growth is unexplained.
    var nothingLeaked: Bool {
        report.failures.isEmpty && shown.growthHeadline == nil
            && (shown.isLeakFree
                || shown.leaksWereWatched && shown.filling.isEmpty
                    && !report.findings.contains(where: \.isLeakOrSuspect))
    }

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
        ).node(findings) { finding in
            [
                .code(finding.key.name), .badge(finding.verdict.rawValue, finding.tone(isFailing: false)),
                .text(finding.count > 0 ? finding.amount : "–"), .text(finding.bytesDescription ?? "–"),
                quotes.linked(.code(finding.origin, class: "place"), to: finding.place(in: shown.options.root)),
                .prose(finding.libraryReason(toolchain: report.toolchain) ?? finding.hint(), limit: 600),
            ]
        }
    }

    private var libraryGrowth: HTMLNode {
        guard !shown.libraryGrowth.isEmpty else { return .none }
        let words = shown.libraryGrowthDescription
        return .folded(words.capitalizedFirst, class: "group", isOpen: shown.options.showsKnown) {
            briefTable(words, shown.libraryGrowth)
        }
    }

    /// The accepted leaks, and the entries of the list that need attention.
    var known: PageSection? {
        guard report.known != nil || shown.knownHeadline != nil else { return nil }
        let concerns = shown.concerns
        let tone: Tone = report.failsByExpiredLeaks ? .bad : concerns.isEmpty ? .plain : .warn
        return PageSection(
            "known", "Known leaks", heading: shown.knownHeadline ?? "Known leaks: none was found", tone: tone
        ) {
            if let review = report.known {
                HTMLNode.tag("p", ["class": "note"]) {
                    "list: "
                    HTMLNode.code(review.file)
                    ", \(counted(review.entries, "entry", "entries"))"
                }
            }
            if !concerns.isEmpty {
                HTMLNode.tag("ul", ["class": "notes"]) {
                    for concern in concerns.prefix(PageLimits.rows) { node(concern) }
                }
                HTMLNode.more(concerns.count - PageLimits.rows, "concern")
            }
            HTMLTable(
                label: "Known leaks",
                columns: [
                    .text("Cause"), .text("Verdict"), .prose("Reason"), .text("Owner"), .text("Expires"),
                    .text("Fingerprint"),
                ], noun: "known leak"
            ).node(shown.accepted, cells: row)
            for card in cards where card.cause.leader.known != nil { node(card) }
        }
    }

    private func row(_ cause: Cause) -> [HTMLNode] {
        let name = HTMLNode.code(cause.title)
        let card = cards.first { $0.cause == cause }
        let entry = cause.leader.known
        return [
            card.map { card in .tag("a", ["href": "#\(card.id)"]) { name } } ?? name,
            .badge("known \(cause.verdict.rawValue)", .plain), .prose(entry?.reason ?? "", limit: 300),
            .prose(entry?.owner ?? "–", limit: 100), .text(entry?.expires.map { "after \($0)" } ?? "never"),
            .code(cause.fingerprint, class: "copy"),
        ]
    }

    private func node(_ concern: KnownLeakConcern) -> HTMLNode {
        .tag("li") {
            HTMLNode.badge(concern.kind.words, shown.fails(concern) ? .bad : .warn)
            " "
            HTMLNode.prose(concern.sentence, limit: 500)
            HTMLNode.tag("span", ["class": "note"]) {
                " Accepted for: "
                HTMLNode.prose(concern.entry.description, limit: 400)
            }
        }
    }
}

extension Finding {
    func tone(isFailing: Bool) -> Tone {
        switch verdict {
        case .leak: .bad
        case .suspect: isFailing ? .bad : .warn
        case .filling, .retained: .warn
        case .late, .expected: .plain
        }
    }
}
