internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// Returns the head of the page: the outcome and the reasons for it.
    func verdict(about sections: [PageSection]) -> PageSection {
        let outcome = shown.outcome
        let reasons = reasons
        // Growth without a cause is a warning, even with exit code 0.
        let isDoubtful =
            shown.growthHeadline != nil || shown.stuckTasksDescription != nil || shown.budgetDescription != nil
        let tone = outcome == .clean && isDoubtful ? Tone.warn : outcome.tone
        let ids = Set(sections.map(\.id))
        var section = PageSection("verdict", "Verdict", heading: "", tone: tone) {
            subject
            HTMLNode.tag("p", ["class": "exit"]) {
                "exit code "
                HTMLNode.tag("b") { "\(outcome.rawValue)" }
            }
            HTMLNode.tag("p", ["class": "summary"]) { HTMLNode.prose(shown.summaryLine) }
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
            if let comparison = shown.options.comparison {
                HTMLNode.tag("p", ["class": "note"]) {
                    "Since "
                    HTMLNode.code(comparison.old.name, limit: 80)
                    ": "
                    HTMLNode.tag("a", ["href": "#changes"]) { "leaks: \(comparison.leaksDescription)" }
                    "."
                }
            }
            if !shown.nonFailingGrowth.isEmpty {
                HTMLNode.tag("p", ["class": "note"]) {
                    "Growth of \(shown.nonFailingGrowth.joined(separator: ", "))"
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

    /// What was measured: the program, the command of Outlive, the moment, and the command that launched it.
    private var subject: HTMLNode {
        .tag("p", ["class": "note"]) {
            if let program = shown.program {
                HTMLNode.code(program, limit: 60)
                ", "
            }
            [shown.command, shown.moment.map { "\($0) UTC" }].compactMap(\.self).joined(separator: ", ")
            if !shown.isMerged, report.tests == nil, report.listed == nil {
                ": "
                HTMLNode.code(report.plan.launch, limit: 160)
            }
        }
    }

    private var reasons: [VerdictReason] {
        var reasons: [VerdictReason] = []
        if let failure = report.failures.first {
            reasons.append(
                VerdictReason(
                    words: counted(report.failures.count, "failure"), parts: ["failures"],
                    detail: .text(failure.code.words)))
        }
        if shown.runs.contains(where: { $0.tests?.someFailed == true }) {
            reasons.append(
                VerdictReason(
                    words: "some tests failed", parts: ["shards", "plan"],
                    detail: report.tests?.failure.map(HTMLNode.text)))
        }
        reasons += findingReasons
        if report.failsByExpiredLeaks, let words = report.known?.expiredDescription {
            reasons.append(VerdictReason(words: words, parts: ["known"]))
        }
        if report.stateSurvived {
            let checks = shown.fidelity?.differing.map(\.words) ?? []
            reasons.append(
                VerdictReason(
                    words: "state survived the reset", parts: ["fidelity", "state", "shards"],
                    detail: checks.isEmpty ? nil : .text(checks.joined(separator: ", "))))
        }
        if report.failsByStuckTasks, let words = shown.stuckTasksDescription {
            reasons.append(VerdictReason(words: words, parts: ["tasks", "shards"]))
        }
        if report.failsByPollution, let pollution = report.pollution {
            reasons.append(VerdictReason(words: pollution.sentence, parts: ["pollution"]))
        }
        if report.failsByBudget, let words = shown.budgetDescription {
            reasons.append(VerdictReason(words: words, parts: ["budget", "shards"]))
        }
        let growth = shown.failingMetrics
        if !growth.isEmpty {
            reasons.append(
                VerdictReason(words: "growth of \(growth.joined(separator: ", "))", parts: ["soak", "shards"]))
        }
        if report.missesGate {
            reasons.append(
                VerdictReason(
                    words: shown.gateComplaint,
                    parts: ["timing", "shards", "plan"],
                    detail: shown.isMerged ? nil : shown.gateMissed.map(HTMLNode.text)))
        }
        if report.interrupted { reasons.append(VerdictReason(words: "stopped by an interrupt", parts: ["plan"])) }
        return reasons
    }

    private var findingReasons: [VerdictReason] {
        let failing = shown.growing.filter(shown.fails)
        return [Verdict.leak, .suspect, .filling].compactMap { verdict in
            let alike = failing.filter { $0.verdict == verdict }
            guard !alike.isEmpty else { return nil }
            return VerdictReason(words: verdict.counted(alike.count), parts: ["leaks"], detail: links(to: alike))
        }
    }

    private func links(to causes: [Cause]) -> HTMLNode {
        let first = causes.prefix(PageLimits.openCauses)
        let named = causes.dropFirst(first.count).prefix(8)
        let more = causes.count - first.count - named.count
        return .tag("ul", ["class": "notes"]) {
            for cause in first {
                HTMLNode.tag("li") {
                    HTMLNode.tag("a", ["href": link(to: cause)]) { HTMLNode.code(cause.title, limit: 160) }
                    ", "
                    quotes.linked(
                        .code(cause.location?.description ?? cause.leader.origin, class: "place", limit: 120),
                        to: cause.location.map(quotes.place) ?? cause.leader.place(in: shown.options.root))
                    ": "
                    cause.advice.joined(separator: " ")
                }
            }
            for cause in named {
                HTMLNode.tag("li") {
                    HTMLNode.tag("a", ["href": link(to: cause)]) { HTMLNode.code(cause.title, limit: 160) }
                }
            }
            if more > 0 { HTMLNode.tag("li") { "and \(more) more" } }
        }
    }

    private func sentence(_ reasons: [VerdictReason]) -> String {
        if let failure = report.failures.first {
            let more = report.failures.count - 1
            return failure.code.words + (more > 0 ? ", and \(counted(more, "more failure"))" : "") + "."
        }
        if shown.outcome == .tooSlow, let words = shown.gateMissed { return words + "." }
        guard reasons.isEmpty else { return reasons.map(\.words).joined(separator: ", ") + "." }
        if let growth = shown.growthHeadline { return growth + "." }
        if let tasks = shown.stuckTasksDescription { return tasks + "." }
        if let budget = shown.budgetDescription { return budget + "." }
        let faster = report.comparison?.leading.map {
            "\($0.arm.noun) is \($0.speedup) than \($0.base.noun)"
        }
        let left =
            shown.isLeakFree
            ? shown.noLeaksText : nothingLeaked ? "nothing leaked" : "nothing was found that fails a run"
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
    var tone: Tone {
        switch self {
        case .clean: .good
        case .notClean, .failed, .usage: .bad
        case .tooSlow, .interrupted: .warn
        }
    }
}

// MARK: - Key figures

extension PageContent {
    private var figures: HTMLNode {
        let figures = timeFigures + [testsFigure, leakFigure, growthFigure, stateFigure].compactMap(\.self)
        return figures.isEmpty ? .none : .figures(figures)
    }

    private var timeFigures: [KeyFigure] {
        guard let comparison = report.comparison else { return [] }
        let missed = Set(shown.runs[0].missedGates.map(\.arm))
        let ratios = comparison.toReference.prefix(4).map { ratio in
            KeyFigure(
                name: "\(ratio.arm.words) against \(ratio.base.words)".capitalizedFirst, value: ratio.speedup,
                note: ratio.confidenceOrNone, tone: missed.contains(ratio.arm) ? .warn : ratio.tone)
        }
        guard comparison.saving != nil else { return ratios }
        let name = comparison.hasFamily ? comparison.leading.map { " by \($0.arm.words)" } ?? "" : ""
        return ratios + [
            KeyFigure(
                name: "100 resets\(name) \(comparison.saves ? "save" : "cost")", value: comparison.savedOrLost,
                note: comparison.leading.map { $0.base == .launch ? "against relaunches" : "against \($0.base.words)" }
                    ?? "", tone: .plain)
        ]
    }

    private var testsFigure: KeyFigure? {
        if let listed = report.listed {
            return KeyFigure(
                name: "Leaked blocks", value: "\(listed.leaks)",
                note: listed.isPartial ? "\(listed.listed) of them listed" : bytesText(listed.bytes),
                tone: listed.isPartial ? .warn : .plain)
        }
        return report.tests.map { tests in
            KeyFigure(
                name: "Tests", value: "\(tests.tests)", note: tests.someFailed ? "some failed" : "all passed",
                tone: tests.someFailed ? .bad : .plain)
        }
    }

    private var leakFigure: KeyFigure? {
        let leaks = shown.causes.filter { $0.verdict == .leak }
        // "None found" is shown only after a measurement.
        guard shown.leaksWereWatched || !leaks.isEmpty else { return nil }
        let each = leaks.bytesPerCycle
        let isIncomplete = (shown.report.heap?.incompleteCycles ?? 0) > 0
        let notes =
            [
                leaks.isEmpty ? "none found" + (isIncomplete ? ", but objects are missing" : "") : nil,
                leaks.testsDescription,
                !report.isWithoutCycles && each > 0 ? "\(bytesText(each)) per cycle" : nil,
                shown.acceptedDescription,
            ].compactMap(\.self) + (leaks.isEmpty ? shown.suspectsDescription + shown.fillingDescription : [])
        return KeyFigure(
            name: "Leaks", value: "\(leaks.count)",
            note: notes.isEmpty ? "causes to fix" : notes.joined(separator: ", "),
            tone: leaks.isEmpty ? nothingLeaked ? .good : .plain : shown.hasFailingFindings ? .bad : .warn)
    }

    private var growthFigure: KeyFigure? {
        guard let worst = shown.unexplainedGrowth.first else { return nil }
        return KeyFigure(
            name: "Unexplained growth", value: worst.amountDescription, note: "\(worst.metric.words) per cycle",
            tone: shown.failingGrowth.isEmpty ? .warn : .bad)
    }

    private var stateFigure: KeyFigure? {
        guard let verdict = shown.fidelity else { return nil }
        let equal = verdict.compared.count - verdict.differing.count
        return KeyFigure(
            name: "Checks of the state", value: "\(equal) of \(verdict.compared.count)", note: "equal after the resets",
            tone: verdict.isEquivalent ? .good : report.stateSurvived ? .bad : .warn)
    }
}
