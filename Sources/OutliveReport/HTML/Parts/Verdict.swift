internal import OutliveModel

extension PageContent {
    /// How the run ended, and what made it: the head of the page.
    ///
    /// - Parameter sections: those that there are to link to.
    func verdict(about sections: [PageSection]) -> PageSection {
        let outcome = report.outcome
        let reasons = reasons
        let ids = Set(sections.map(\.id))
        var section = PageSection("verdict", "Verdict", heading: "", tone: outcome.tone) {
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
            figures
        }
        section.sentence = "\(outcome.words.capitalizedFirst): \(sentence(reasons))"
        return section
    }

    /// Why the run did not end well, the worst first.
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
                    words: report.plan.minimumSpeedup.map { "under the gate of \(decimal($0))x" } ?? "under the gate",
                    parts: ["timing", "shards", "plan"],
                    detail: report.isMerged ? nil : report.gateInWords.map(HTMLNode.text)))
        }
        if report.interrupted { reasons.append(VerdictReason(words: "stopped by an interrupt", parts: ["plan"])) }
        return reasons
    }

    /// What outlived the resets, a reason for each verdict and tier that fails the run, with links to single findings.
    private var findingReasons: [VerdictReason] {
        let causes = Set(report.registeredCauses + heap.leaks)
        let toldTwice = Set(heap.seenTwice)
        return Tier.allCases.flatMap { tier in
            [Verdict.leak, .suspect].compactMap { verdict -> VerdictReason? in
                let all = report.failingFindings.filter {
                    $0.tier == tier && $0.verdict == verdict && !toldTwice.contains($0) && !victims.contains($0)
                }
                let own = all.filter(causes.contains)
                let findings = own.isEmpty && tier == .registry ? all : own
                guard !findings.isEmpty else { return nil }
                let mark = tier == .heap && report.watch == .watched ? " that only the heap tier saw" : ""
                return VerdictReason(
                    words: verdict.counted(findings.count) + mark, parts: ["leaks"],
                    detail: links(to: findings.prefix(8), more: findings.count - 8))
            }
        }
    }

    private func links(to findings: some Sequence<Finding>, more: Int) -> HTMLNode {
        let links = findings.map { finding in
            HTMLNode.tag("a", ["href": link(to: finding)]) { HTMLNode.code(finding.key.name, limit: 80) }
        }
        return .group(links.flatMap { [.text(", "), $0] }.dropFirst() + (more > 0 ? [.text(" and \(more) more")] : []))
    }

    /// The outcome in half a sentence.
    private func sentence(_ reasons: [VerdictReason]) -> String {
        if let failure = report.failures.first {
            let more = report.failures.count - 1
            return failure.code.words + (more > 0 ? ", and \(counted(more, "more failure"))" : "") + "."
        }
        guard reasons.isEmpty else { return reasons.map(\.words).joined(separator: ", ") + "." }
        let faster = report.comparison.map { "a reset is \($0.speedup) than a relaunch" }
        let leaks = report.findings.contains { $0.verdict == .leak || $0.verdict == .suspect }
        let isWatched = report.measuredHeapCycles || report.watch == .watched && report.measuredResets
        let left =
            report.isKnownToLeaveNothing
            ? "nothing outlived a reset" : isWatched && !leaks ? "nothing leaked" : "nothing was found that fails a run"
        return [left, faster].compactMap(\.self).joined(separator: ", and ") + "."
    }
}

/// Something that a run failed by, and which part of the page tells of it: the first that there is.
private struct VerdictReason {
    var words: String
    var parts: [String]
    var detail: HTMLNode?
}

extension Outcome {
    /// What the outcome means.
    var tone: Tone {
        switch self {
        case .clean: .good
        case .notClean, .failed, .usage: .bad
        case .tooSlow, .interrupted: .warn
        }
    }
}
