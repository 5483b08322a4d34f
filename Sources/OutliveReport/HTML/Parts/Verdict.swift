internal import OutliveModel

extension PageContent {
    /// How the run ended, and what made it: the head of the page.
    func verdict(about sections: [PageSection]) -> PageSection {
        let outcome = report.outcome
        let reasons = reasons
        var section = PageSection("verdict", "Verdict", heading: "") {
            HTMLNode.tag("p", ["class": "exit"]) {
                "exit code "
                HTMLNode.tag("b") { "\(outcome.rawValue)" }
            }
            HTMLNode.tag("p", ["class": "summary"]) { oneLine(report.summaryLine) }
            if !reasons.isEmpty {
                HTMLNode.tag("ul", ["class": "reasons"]) {
                    for reason in reasons {
                        HTMLNode.tag("li") {
                            HTMLNode.tag("a", ["href": reason.link]) { reason.words }
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
        section.tone = outcome.tone
        section.sentence = "\(outcome.words.capitalizedFirst): \(sentence(reasons))"
        return section
    }

    /// Why the run did not end well, the worst first.
    private var reasons: [VerdictReason] {
        var reasons: [VerdictReason] = []
        if let failure = report.failures.first {
            reasons.append(
                VerdictReason(
                    words: counted(report.failures.count, "failure"), link: "#failures",
                    detail: .prose("\(failure.code.words): \(failure.message)", limit: 300)))
        }
        reasons += findingReasons
        if let expired = report.known?.expired, !expired.isEmpty {
            reasons.append(
                VerdictReason(words: "\(counted(expired.count, "known leak")) that expired", link: "#known"))
        }
        if report.stateSurvived {
            let checks = report.fidelityVerdict?.differing.map(\.words) ?? []
            reasons.append(
                VerdictReason(
                    words: "state survived the reset", link: report.fidelityVerdict == nil ? "#state" : "#fidelity",
                    detail: checks.isEmpty ? nil : .text(checks.joined(separator: ", "))))
        }
        let growth = report.failingGrowth.map(\.metric.words)
        if !growth.isEmpty {
            reasons.append(VerdictReason(words: "growth of \(growth.joined(separator: ", "))", link: "#soak"))
        }
        if report.missesGate, let gate = report.plan.minimumSpeedup {
            reasons.append(
                VerdictReason(
                    words: "under the gate of \(decimal(gate))x", link: report.comparison == nil ? "#plan" : "#timing",
                    detail: report.gateInWords.map(HTMLNode.text)))
        }
        if report.interrupted { reasons.append(VerdictReason(words: "stopped by an interrupt", link: "#plan")) }
        return reasons
    }

    /// What outlived the resets, a reason for each verdict and tier that fails the run, with links to single findings.
    private var findingReasons: [VerdictReason] {
        let causes = Set(report.registeredCauses + heap.leaks)
        return Tier.allCases.flatMap { tier in
            [Verdict.leak, .suspect].compactMap { verdict -> VerdictReason? in
                let all = report.failingFindings.filter { $0.tier == tier && $0.verdict == verdict }
                let own = all.filter(causes.contains)
                let findings = own.isEmpty ? all : own
                guard !findings.isEmpty else { return nil }
                let mark = tier == .heap && report.watch == .watched ? " (heap tier)" : ""
                return VerdictReason(
                    words: verdict.counted(findings.count) + mark, link: "#leaks",
                    detail: links(to: Array(findings.prefix(8)), more: findings.count - 8))
            }
        }
    }

    private func links(to findings: [Finding], more: Int) -> HTMLNode {
        let links = findings.map { finding in
            HTMLNode.tag("a", ["href": link(to: finding)]) { HTMLNode.code(finding.key.name, limit: 80) }
        }
        return .group(links.flatMap { [.text(", "), $0] }.dropFirst() + (more > 0 ? [.text(" and \(more) more")] : []))
    }

    /// The outcome in half a sentence.
    private func sentence(_ reasons: [VerdictReason]) -> String {
        guard reasons.isEmpty else { return reasons.map(\.words).joined(separator: ", ") + "." }
        let faster = report.comparison.map { "a reset is \($0.speedup) than a relaunch" }
        let left = report.isKnownToLeaveNothing ? "nothing outlived a reset" : "nothing that fails the run was found"
        return [left, faster].compactMap(\.self).joined(separator: ", and ") + "."
    }

    /// The few figures that people come for.
    private var figures: HTMLNode {
        var rows: [(name: String, value: String, note: String, tone: Tone)] = []
        if let comparison = report.comparison {
            rows.append(
                (
                    "Reset against relaunch", comparison.speedup,
                    comparison.confidence ?? "no interval under 6 pairs", comparison.isFaster ? .good : .bad
                ))
            let saving = comparison.saving.split(separator: " ", maxSplits: 1).map(String.init)
            rows.append(("What a reset \(saving[0])", String(saving[1].prefix { $0 != "p" }), "per 100 resets", .plain))
        }
        if report.heap != nil || report.watch == .watched {
            let leaks = report.findings.count { $0.known == nil && $0.verdict == .leak }
            let causes = report.registeredCauses.filter { $0.known == nil && $0.verdict == .leak }.count
            let count = report.heap == nil ? causes : max(causes, heap.leaks.count)
            rows.append(
                (
                    "Leaks", "\(count)", leaks > count ? "\(leaks - count) more that grew with them" : "to be mended",
                    count > 0 ? .bad : .good
                ))
        }
        if let verdict = report.fidelityVerdict {
            let equal = verdict.compared.count - verdict.differing.count
            rows.append(
                (
                    "Checks of the state", "\(equal) of \(verdict.compared.count)", "equal after the resets",
                    verdict.differing.isEmpty ? .good : report.stateSurvived ? .bad : .warn
                ))
        }
        guard !rows.isEmpty else { return .none }
        return .tag("dl", ["class": "figures"]) {
            for row in rows {
                HTMLNode.tag("div") {
                    HTMLNode.tag("dt") { row.name }
                    HTMLNode.tag("dd", ["class": row.tone.rawValue]) { row.value }
                    HTMLNode.tag("dd", ["class": "note"]) { row.note }
                }
            }
        }
    }
}

/// Something that a run failed by, and where the page tells of it.
private struct VerdictReason {
    var words: String
    var link: String
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
