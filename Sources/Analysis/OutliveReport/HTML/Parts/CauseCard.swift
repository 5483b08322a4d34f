internal import OutliveModel

/// A cause as an item of a page, which opens and closes.
struct CauseCard {
    let number: Int
    let cause: Cause
    /// `true` if the card is open at first.
    let isOpen: Bool

    var id: String { "cause-\(number)" }

    /// Returns the card: its badges, title and size, then the fix, the leak traces and the evidence.
    ///
    /// - Parameter kind: The kind by which a field for searching selects cards, or `nil` if it does not.
    func node(
        _ quotes: SourceQuotes, kind: String? = nil, badges: [HTMLNode], size: String?,
        @HTMLBuilder evidence: () -> [HTMLNode]
    ) -> HTMLNode {
        .tag("details", ["class": "finding", "id": id, "data-kind": kind, "open": isOpen ? "" : nil]) {
            HTMLNode.tag("summary") {
                for badge in badges {
                    badge
                    " "
                }
                HTMLNode.tag("h3") { HTMLNode.code(cause.title) }
                if let size {
                    " "
                    HTMLNode.tag("span", ["class": "note"]) { size }
                }
                Sparkline.node(of: cause.leader)
            }
            for (index, sentence) in cause.advice.enumerated() {
                HTMLNode.tag("p", ["class": index == 0 ? "hint" : "note"]) { sentence }
            }
            quotes.traces(of: cause.leader)
            evidence()
        }
    }
}

extension PageContent {
    /// Returns the card of a cause of a run.
    func node(_ card: CauseCard) -> HTMLNode {
        let cause = card.cause
        let finding = cause.leader
        let isKnown = finding.known != nil
        let badge = HTMLNode.badge(
            (isKnown ? "known " : "") + cause.verdict.rawValue,
            isKnown ? .plain : finding.tone(isFailing: shown.fails(cause)))
        return card.node(
            quotes, kind: cause.verdict.rawValue, badges: [badge, changeBadge(of: cause)].compactMap(\.self),
            size: cause.bytesDescription
        ) {
            HTMLNode.fields(fields(of: cause))
            site(of: finding)
            occurrences(of: finding)
            leaked(by: cause)
            backtrace(of: finding)
        }
    }

    private func fields(of cause: Cause) -> [(label: String, value: HTMLNode)] {
        let finding = cause.leader
        // A finding of several runs shows the counts of one run, as an example.
        let ofOneRun = finding.occurrences.isEmpty ? "" : ", in one run"
        var fields: [(label: String, value: HTMLNode)] = []
        if let type = cause.wholeType { fields.append(("type", .code(type))) }
        if let origin = finding.knownOrigin {
            fields.append((finding.made, quotes.linked(.code(origin), to: finding.place(in: shown.options.root))))
        }
        func add(_ label: String, _ words: String?) {
            if let words { fields.append((label, .prose(words))) }
        }
        if !cause.tests.isEmpty { fields.append((cause.testsLabel, tests(of: cause))) }
        for fact in finding.known?.facts ?? [] { add(fact.label, fact.value) }
        add("by route", cause.routesDescription)
        add("seen in", finding.occurrencesDescription(of: shown.mergedRuns))
        add("since", finding.historyDescription(in: shown.mergedRuns))
        add("seen in arm", cause.armsDescription)
        add("seen by", cause.isInBothTiers ? "the registry and the heap tier" : nil)
        add("born" + ofOneRun, finding.birthsDescription)
        if finding.live.contains(where: { $0 > 0 }) {
            add("by \(finding.round)" + ofOneRun, finding.seriesDescription())
        }
        add("late", finding.lateTime().map { "others were released while settling, the last after \($0)" })
        add("references", finding.retainCount.map { "\($0) strong at the last check, a hint only" })
        fields.append(("fingerprint", .code(cause.fingerprint, class: "copy")))
        return fields
    }

    /// Returns the tests of a cause as lines, those in the checkout with links.
    private func tests(of cause: Cause) -> HTMLNode {
        let places = Dictionary(
            cause.tests.map { ($0.words, cause.place(of: $0, in: shown.options.root)) }, uniquingKeysWith: { $1 })
        return .tag("ul", ["class": "notes"]) {
            for line in cause.testLines {
                HTMLNode.tag("li") {
                    quotes.linked(
                        places[line] == nil ? .prose(line) : .code(line),
                        to: places[line.trimmingPrefix("probably ").description] ?? nil)
                }
            }
        }
    }

    private func site(of finding: Finding) -> HTMLNode {
        let place = finding.place(in: shown.options.root)
        guard quotes.has(place) else { return .none }
        let isQuoted = finding.traces.contains { trace in
            ([trace.culprit?.location] + trace.steps.map(\.location)).contains { location in
                quotes.has(location.flatMap(quotes.place))
            }
        }
        return .folded("Where it is \(finding.made)", isOpen: !isQuoted) {
            quotes.node(at: place)
        }
    }

    private func occurrences(of finding: Finding) -> HTMLNode {
        guard !finding.occurrences.isEmpty else { return .none }
        return HTMLTable(
            label: "Runs in which it was seen",
            columns: [
                .text("Seen in"), .term("Started"), .place("On"), .text("Verdict"), .number("Alive"), .text("Run"),
            ], unfolded: PageLimits.unfolded, noun: "run", isWide: true
        )
        .node(byStart(finding.occurrences)) { occurrence in
            let run = run(occurrence.shard)
            return [
                runLink(occurrence.shard), .text(run?.startText ?? ""), .text(run?.hostText ?? ""),
                .text(occurrence.verdict.rawValue), .text("\(occurrence.objects)"),
                .text(occurrence.failsUnaccepted ? "fails" : "does not fail"),
            ]
        }
    }

    /// Returns occurrences by the start of their runs; occurrences in unknown runs come last.
    private func byStart(_ occurrences: [Occurrence]) -> [Occurrence] {
        let places = Dictionary(
            shown.runs.byStart.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        return occurrences.sorted { places[$0.shard, default: .max] < places[$1.shard, default: .max] }
    }

    private func leaked(by cause: Cause) -> HTMLNode {
        let rows = cause.leakedBesides
        guard !rows.isEmpty else { return .none }
        return .folded("Leaks with it: \(counted(rows.count, "type"))") {
            HTMLTable(
                label: "Leaks with it", columns: [.text("Type"), .number("Amount"), .text("Where")], noun: "type",
                isWide: true
            ).node(rows) { row in
                [.code(row.type), .text(row.amount), row.site == nil ? .text("–") : .place(row.place)]
            }
        }
    }

    private func backtrace(of finding: Finding) -> HTMLNode {
        let calls = finding.backtrace.calls
        guard !calls.isEmpty else { return .none }
        return .folded("Backtrace: \(counted(calls.count, "function"))") {
            HTMLNode.tag("ol", ["class": "stack"]) {
                for call in calls.prefix(PageLimits.functions) {
                    HTMLNode.tag("li") {
                        HTMLNode.code(call.name)
                        if let place = call.place {
                            " "
                            quotes.linked(.code(shortened(place), class: "place"), to: call.line.flatMap(quotes.place))
                        }
                    }
                }
            }
            HTMLNode.more(calls.count - PageLimits.functions, "function")
        }
    }

    private func shortened(_ place: String) -> String { relative(place, to: shown.options.root) ?? place }
}
