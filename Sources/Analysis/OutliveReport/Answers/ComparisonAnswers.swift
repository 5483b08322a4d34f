package import OutliveModel

/// Short answers from an earlier and a later report.
package struct ComparisonAnswers: Sendable {
    private let comparison: ReportComparison
    private let old: Report
    private let new: Report
    /// The parts of the earlier plan that the later run did not repeat.
    private let changedParts: [PlannedPart]

    /// - Parameter compare: Returns the comparison of two reports, whose plans decide what can be compared.
    package init(from old: Report, to new: Report, by compare: (Report, Report) -> ReportComparison) {
        comparison = compare(old, new).namesOnly
        changedParts = new.partsNotRepeated(of: old)
        (self.old, self.new) = (old.namesOnly, new.namesOnly)
    }

    /// The changes: new and worse leaks first, then what is unchanged, then what is fixed.
    package var answer: BriefAnswer {
        var heading = "\(comparison.verdict); leaks: \(comparison.leaksDescription)"
        if !comparison.differences.isEmpty {
            heading += "; differences from a launch: \(comparison.differences.counts)"
        }
        let growth = comparison.growth.map { "growth of \($0.metric.words): \($0.change.words)" }
        let allocations = (comparison.allocations ?? []).prefix(1).map { $0.headline(arrow: "->") }
        return BriefAnswer(
            heading, planRemark, data: comparison.leaks.map(\.changeLine) + growth + allocations,
            next: ["cause 1", "growth"])
    }

    /// The answer whether a cause of the earlier report is gone in the later one.
    ///
    /// - Parameter subject: As in `[Cause].answer(about:)`; `nil` for all causes.
    package func isGone(_ subject: String?) -> BriefAnswer {
        let causes = old.causes + old.fillingCauses
        var wanted = causes
        if let subject {
            guard let cause = causes.first(matching: subject) else { return causes.answer(about: subject, from: .run) }
            wanted = [cause]
        }
        let fates = wanted.map { ($0, fate(of: $0)) }
        var answer = BriefAnswer(conclusion(fates.map(\.1)))
        // If all are unknown, the conclusion has it.
        let isMixed = fates.contains { $0.1 == .unknown } && !fates.allSatisfy { $0.1 == .unknown }
        if isMixed { answer.conclusions += planRemark.map { [$0] } ?? [] }
        answer.conclusions += fates.prefix(4).map { cause, fate in "\(fate.words): \(cause.title)" }
        answer.conclusions += shortfall.map { [$0] } ?? []
        answer.data = comparison.leaks.filter { $0.change == .new || $0.change == .worse }.map(\.changeLine)
        let isClean = new.causes.isEmpty
        answer.next = isClean ? ["compare"] : ["leaks and cause 1, of target soak"]
        return answer
    }

    private enum Fate {
        case gone, otherWay, there, unknown

        var words: String {
            switch self {
            case .gone: "gone"
            case .otherWay: "gone by this reference, but objects of the type leak by another"
            case .there: "still there"
            case .unknown: "unknown"
            }
        }
    }

    private func fate(of cause: Cause) -> Fate {
        guard new.failures.isEmpty, new.outcome != .failed, !new.interrupted else { return .unknown }
        guard let leak = comparison.leaks.first(where: { $0.fingerprint == cause.fingerprint }) else { return .unknown }
        switch leak.change {
        case .notCompared: return .unknown
        case .fixed:
            // Other work may not reach the place of the leak.
            guard changedParts.isEmpty else { return .unknown }
            let types = Set(cause.leaked.map(\.type))
            let others = new.causes + new.fillingCauses
            return others.contains { types.contains($0.leader.key.type) } ? .otherWay : .gone
        case .new, .worse, .unchanged, .better: return .there
        }
    }

    private func conclusion(_ fates: [Fate]) -> String {
        if fates.isEmpty { return "the earlier report has no cause; \(comparison.leaksDescription)" }
        let subject = fates.count == 1 ? "the cause" : "all \(fates.count) causes"
        func are(_ count: Int) -> String { count == 1 ? "is" : "are" }
        if fates.allSatisfy({ $0 == .gone }) {
            return "yes: \(subject) of the earlier report \(are(fates.count)) gone"
        }
        if fates.contains(.there) || fates.contains(.otherWay) {
            guard fates.count > 1 else { return "no: the cause of the earlier report is not gone" }
            let gone = fates.count { $0 == .gone }
            return "no: \(gone) of \(fates.count) causes of the earlier report \(are(gone)) gone"
        }
        let failure = new.failures.first.map { "the run failed: \($0.message)" }
        return "unknown: \(failure ?? planRemark ?? "the runs cannot be compared")"
    }

    /// The remark that the runs differ in what they ran, or `nil` if they do not. It contains no text of the plans.
    private var planRemark: String? {
        guard !changedParts.isEmpty else { return nil }
        return "the two runs differ in \(changedParts.map(\.words).joined(separator: " and ")): run the soak with the "
            + "options of the earlier report"
    }

    /// The remark that the later run has fewer cycles, or `nil` if it has as many.
    private var shortfall: String? {
        let (then, now) = (old.soak.count, new.soak.count)
        return now < then
            ? "only \(counted(now, "cycle")), and \(then) in the earlier run: growth may not show yet" : nil
    }
}

extension PlannedPart {
    fileprivate var words: String {
        switch self {
        case .launch: "the command"
        case .work: "--work"
        }
    }
}

extension [Cause] {
    /// Returns a cause by its number, the start of its fingerprint, or its name, or `nil` if there is none.
    fileprivate func first(matching subject: String) -> Cause? { index(of: subject).map { self[$0] } }
}

extension ComparedLeak {
    /// The change in one line: `new: Session.onEvent keeps Session: 72 alive, fingerprint 6f1c3a`.
    fileprivate var changeLine: String {
        "\(change.words): \(brief(arrow: "->")), fingerprint \(oneLine(fingerprint))"
    }
}
