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
            if !bearableGrowth.isEmpty {
                HTMLNode.tag("p", ["class": "note"]) {
                    "Growth of \(bearableGrowth.joined(separator: ", ")) is reported only, and fails nothing: see "
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
                    words: report.gateComplaint,
                    parts: ["timing", "shards", "plan"],
                    detail: report.isMerged ? nil : report.gateMissedInWords.map(HTMLNode.text)))
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
                    detail: links(to: findings))
            }
        }
    }

    /// Findings with what to do about the first of them: who is to blame, where, and how it is cut.
    private func links(to findings: [Finding]) -> HTMLNode {
        let first = findings.prefix(PageLimits.openFindings)
        let named = findings.dropFirst(first.count).prefix(8)
        let more = findings.count - first.count - named.count
        return .tag("ul", ["class": "notes"]) {
            for finding in first {
                HTMLNode.tag("li") {
                    link(finding)
                    told(of: finding)
                }
            }
            if !named.isEmpty {
                HTMLNode.tag("li") {
                    HTMLNode.group(Array(named.flatMap { [.text(", "), link($0)] }.dropFirst()))
                    if more > 0 { " and \(more) more" }
                }
            }
        }
    }

    private func link(_ finding: Finding) -> HTMLNode {
        .tag("a", ["href": link(to: finding)]) { HTMLNode.code(finding.key.name, limit: 80) }
    }

    /// Who is to blame for a finding, where, and what to do; where nobody is known, where it was made.
    private func told(of finding: Finding) -> HTMLNode {
        let culprit = finding.trace?.culprit
        let place = culprit?.location?.description ?? finding.origin
        return .group(
            [
                .text(finding.shortCause.map { ", \($0) " } ?? ", \(finding.tier.made) at "),
                .code(place, class: "place", limit: 120),
            ] + (culprit.map { [.text(": "), .text($0.pattern.hint)] } ?? []))
    }

    /// The outcome in half a sentence.
    private func sentence(_ reasons: [VerdictReason]) -> String {
        if let failure = report.failures.first {
            let more = report.failures.count - 1
            return failure.code.words + (more > 0 ? ", and \(counted(more, "more failure"))" : "") + "."
        }
        if report.outcome == .tooSlow, let words = report.gateMissedInWords { return words + "." }
        guard reasons.isEmpty else { return reasons.map(\.words).joined(separator: ", ") + "." }
        let faster = report.comparison.map { "a reset is \($0.speedup) than a relaunch\($0.doubt)" }
        let left =
            report.isKnownToLeaveNothing
            ? report.nothingOutlived : nothingLeaked ? "nothing leaked" : "nothing was found that fails a run"
        return [left, faster].compactMap(\.self).joined(separator: ", and ") + "."
    }
}

/// Something that a run failed by, and which part of the page tells of it: the first that there is.
private struct VerdictReason {
    var words: String
    var parts: [String]
    var detail: HTMLNode?
}

extension Tier {
    /// What its objects were where they came from.
    fileprivate var made: String { self == .registry ? "registered" : "allocated" }
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
