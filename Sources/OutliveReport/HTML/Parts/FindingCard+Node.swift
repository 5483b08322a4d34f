internal import OutliveModel

extension PageContent {
    /// A finding with all that is known of it: what to do first, then what holds it, then the evidence.
    func node(_ card: FindingCard) -> HTMLNode {
        let finding = card.finding
        let isKnown = finding.known != nil
        return .tag("details", ["class": "finding", "id": card.id, "open": card.isOpen ? "" : nil]) {
            HTMLNode.tag("summary") {
                HTMLNode.badge(
                    (isKnown ? "known " : "") + finding.verdict.rawValue,
                    isKnown ? .plain : finding.tone(isFailing: failing.contains(finding)))
                " "
                HTMLNode.tag("h3") { HTMLNode.code(finding.key.name) }
                " "
                HTMLNode.tag("span", ["class": "note"]) {
                    [finding.count > 0 ? finding.aliveInWords : nil, finding.shortCause]
                        .compactMap(\.self).joined(separator: ", ")
                }
            }
            HTMLNode.tag("p", ["class": "hint"]) { finding.shortHint }
            traces(of: finding)
            HTMLNode.fields(fields(of: finding))
            site(of: finding)
            occurrences(of: finding)
            goneWith(finding)
            backtrace(of: finding)
        }
    }

    private func fields(of finding: Finding) -> [(label: String, value: HTMLNode)] {
        let round = finding.tier.round
        // Where several runs saw it, what one of them counted is told as an example.
        let ofOneRun = finding.occurrences.isEmpty ? "" : ", in one run"
        var fields: [(label: String, value: HTMLNode)] = []
        if finding.key.type != finding.key.name { fields.append(("type", .code(finding.key.type))) }
        fields.append((finding.tier == .registry ? "registered" : "allocated", .code(finding.origin)))
        func add(_ label: String, _ words: String?) {
            if let words { fields.append((label, .prose(words))) }
        }
        for fact in finding.known?.facts ?? [] { add(fact.label, fact.value) }
        add("seen in", finding.seenInWords(of: report.runs))
        add("bytes" + ofOneRun, finding.bytesInWords)
        add("retained" + ofOneRun, finding.retainedInWords)
        add("born" + ofOneRun, finding.birthsInWords)
        if finding.live.contains(where: { $0 > 0 }) { add("by \(round)" + ofOneRun, finding.seriesInWords()) }
        if finding.verdict != .late {
            add("late", finding.lateTime.map { "others were let go of while settling, the last after \($0)" })
        }
        add("references", finding.retainCount.map { "\($0) strong when last looked at, a hint only" })
        if let fingerprint = finding.fingerprint { fields.append(("fingerprint", .code(fingerprint, class: "copy"))) }
        return fields
    }

    /// The source of the place where it was registered or allocated; open where no trace quotes any.
    private func site(of finding: Finding) -> HTMLNode {
        let place = quotes.site(of: finding)
        guard quotes.has(place) else { return .none }
        let isQuoted = finding.traces.contains { trace in
            ([trace.culprit?.location] + trace.steps.map(\.location)).contains { location in
                quotes.has(location.flatMap(quotes.place))
            }
        }
        return .folded("Where it is \(finding.tier == .registry ? "registered" : "allocated")", isOpen: !isQuoted) {
            quotes.node(at: place)
        }
    }

    /// The runs of a merged report in which it was seen.
    private func occurrences(of finding: Finding) -> HTMLNode {
        guard !finding.occurrences.isEmpty else { return .none }
        return HTMLTable(
            label: "Runs in which it was seen",
            columns: [.text("Seen in"), .text("Verdict"), .number("Alive"), .text("")], noun: "run"
        )
        .node(
            finding.occurrences.map { occurrence in
                [
                    runLink(occurrence.shard), .text(occurrence.verdict.rawValue), .text("\(occurrence.objects)"),
                    .text(occurrence.failsUnaccepted ? "fails the run" : ""),
                ]
            })
    }

    private func goneWith(_ finding: Finding) -> HTMLNode {
        let victims = victims.of(finding)
        guard !victims.isEmpty else { return .none }
        return .folded("What goes with them: \(counted(victims.count, "type"))") {
            briefTable("What goes with them", victims)
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
                            HTMLNode.code(shortened(place), class: "place")
                        }
                    }
                }
            }
            HTMLNode.more(calls.count - PageLimits.functions, "function")
        }
    }

    /// A path without the checkout's folder, where it lies in it.
    private func shortened(_ place: String) -> String { relative(place, to: context.root) ?? place }
}

extension Finding {
    /// What is to blame, without the middle of a name that nobody reads to its end.
    var shortCause: String? { causeInWords.map { elided($0, to: 160, .middle) } }

    /// What to do about it, of the same kind.
    var shortHint: String { elided(hint(settled: lateTime), to: 400, .middle) }
}
