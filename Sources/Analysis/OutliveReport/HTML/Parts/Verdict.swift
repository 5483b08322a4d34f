internal import OutliveModel

extension PageContent {
    /// Returns the head of the page: the outcome and the reasons for it.
    ///
    /// - Parameter sections: The sections that links can lead to.
    func verdict(about sections: [PageSection]) -> PageSection {
        let outcome = report.outcome
        let reasons = reasons
        // Growth without a cause is a warning, even with exit code 0.
        let tone = outcome == .clean && report.growthHeadline != nil ? Tone.warn : outcome.tone
        let ids = Set(sections.map(\.id))
        var section = PageSection("verdict", "Verdict", heading: "", tone: tone) {
            HTMLNode.tag("p", ["class": "exit"]) {
                "exit code "
                HTMLNode.tag("b") { "\(outcome.rawValue)" }
            }
            HTMLNode.tag("p", ["class": "summary"]) { HTMLNode.prose(report.summaryLine) }
            if !reasons.isEmpty {
                HTMLNode.tag("ul", ["class": "reasons"]) {
                    for reason in reasons {
                        HTMLNode.tag("li") {
                            if let part = reason.parts.first(where: ids.contains) {
                                HTMLNode.tag("a", ["href": "#\(part)"]) { reason.words }
                            } else {
                                reason.words
                            }
                            if let detail = reason.detail {
                                ": "
                                detail
                            }
                        }
                    }
                }
            }
            if !bearableGrowth.isEmpty {
                HTMLNode.tag("p", ["class": "note"]) {
                    "Growth of \(bearableGrowth.joined(separator: ", "))"
                    " is only reported and does not fail the run: see "
                    HTMLNode.tag("a", ["href": ids.contains("soak") ? "#soak" : "#shards"]) {
                        ids.contains("soak") ? "the soak" : "the runs"
                    }
                    "."
                }
            }
            figures
        }
        section.sentence = "\(outcome == .tooSlow ? "Too slow" : outcome.words.capitalizedFirst): \(sentence(reasons))"
        return section
    }

    /// The reasons for an outcome that is not clean, worst first.
    private var reasons: [VerdictReason] {
        var reasons: [VerdictReason] = []
        if let failure = report.failures.first {
            reasons.append(
                VerdictReason(
                    words: counted(report.failures.count, "failure"), parts: ["failures"],
                    detail: .text(failure.code.words)))
        }
        reasons += findingReasons
        if report.failsByExpiredLeaks, let words = KnownFindings(report).expiredInWords {
            reasons.append(VerdictReason(words: words, parts: ["known"]))
        }
        if report.stateSurvived {
            let checks = report.fidelityVerdict?.differing.map(\.words) ?? []
            reasons.append(
                VerdictReason(
                    words: "state survived the reset", parts: ["fidelity", "state", "shards"],
                    detail: checks.isEmpty ? nil : .text(checks.joined(separator: ", "))))
        }
        let growth = report.failingGrowth.map(\.metric.words).reduce(into: [String]()) { words, word in
            if !words.contains(word) { words.append(word) }
        }
        if !growth.isEmpty {
            reasons.append(
                VerdictReason(words: "growth of \(growth.joined(separator: ", "))", parts: ["soak", "shards"]))
        }
        if report.missesGate {
            reasons.append(
                VerdictReason(
                    words: report.gateComplaint,
                    parts: ["timing", "shards", "plan"],
                    detail: report.isMerged ? nil : report.gateMissedInWords.map(HTMLNode.text)))
        }
        if report.interrupted { reasons.append(VerdictReason(words: "stopped by an interrupt", parts: ["plan"])) }
        return reasons
    }

    /// The causes that fail the run: a reason for each verdict, with links to causes.
    private var findingReasons: [VerdictReason] {
        let failing = causes.filter(fails)
        return [Verdict.leak, .suspect].compactMap { verdict in
            let alike = failing.filter { $0.verdict == verdict }
            guard !alike.isEmpty else { return nil }
            return VerdictReason(words: verdict.counted(alike.count), parts: ["leaks"], detail: links(to: alike))
        }
    }

    /// Returns a list of causes with links, the first ones with their fixes.
    private func links(to causes: [Cause]) -> HTMLNode {
        let first = causes.prefix(PageLimits.openCauses)
        let named = causes.dropFirst(first.count).prefix(8)
        let more = causes.count - first.count - named.count
        return .tag("ul", ["class": "notes"]) {
            for cause in first {
                HTMLNode.tag("li") {
                    HTMLNode.tag("a", ["href": link(to: cause)]) { HTMLNode.code(cause.title, limit: 160) }
                    ", "
                    HTMLNode.code(cause.location?.description ?? cause.leader.origin, class: "place", limit: 120)
                    ": "
                    cause.advice.joined(separator: " ")
                }
            }
            if !named.isEmpty {
                HTMLNode.tag("li") {
                    HTMLNode.group(
                        Array(
                            named.flatMap { cause -> [HTMLNode] in
                                [
                                    .text(", "),
                                    .tag("a", ["href": link(to: cause)]) { HTMLNode.code(cause.name, limit: 80) },
                                ]
                            }.dropFirst()))
                    if more > 0 { " and \(more) more" }
                }
            }
        }
    }

    private func sentence(_ reasons: [VerdictReason]) -> String {
        if let failure = report.failures.first {
            let more = report.failures.count - 1
            return failure.code.words + (more > 0 ? ", and \(counted(more, "more failure"))" : "") + "."
        }
        if report.outcome == .tooSlow, let words = report.gateMissedInWords { return words + "." }
        guard reasons.isEmpty else { return reasons.map(\.words).joined(separator: ", ") + "." }
        if let growth = report.growthHeadline { return growth + "." }
        let faster = report.comparison.map { "a reset is \($0.speedup) than a relaunch\($0.doubt)" }
        let left =
            report.isKnownToLeaveNothing
            ? report.nothingOutlived : nothingLeaked ? "nothing leaked" : "nothing was found that fails a run"
        return [left, faster].compactMap(\.self).joined(separator: ", and ") + "."
    }
}

/// A reason for the outcome. It links to the first of `parts` that the page has.
private struct VerdictReason {
    var words: String
    var parts: [String]
    var detail: HTMLNode?
}

extension Outcome {
    /// The tone of the outcome.
    var tone: Tone {
        switch self {
        case .clean: .good
        case .notClean, .failed, .usage: .bad
        case .tooSlow, .interrupted: .warn
        }
    }
}
