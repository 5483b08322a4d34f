extension ReportComparison {
    /// Compares the undeclared differences between reset and launch.
    package static func differences(from old: Report, to new: Report) -> [ComparedDifference] {
        let (then, now) = (old.undeclared, new.undeclared)
        let (madeThen, madeNow) = (old.checksMade, new.checksMade)
        return then.union(now).sorted { ($0.check.rank, $0.name) < ($1.check.rank, $1.name) }.map { subject in
            let change: Change
            switch (then.contains(subject), now.contains(subject)) {
            case (true, true): change = .unchanged
            case (false, _): change = madeThen.contains(subject.check) ? .new : .notCompared
            case (true, false): change = madeNow.contains(subject.check) && !new.isPartial ? .fixed : .notCompared
            }
            return ComparedDifference(
                change: change, check: subject.check, subject: subject.name,
                fails: now.contains(subject) && new.fails(subject.check))
        }.enumerated().sorted {
            ($0.element.change.rank, $0.offset) < ($1.element.change.rank, $1.offset)
        }.map(\.element)
    }
}

private struct DifferingSubject: Hashable {
    let check: FidelityCheck
    let name: String
}

extension Report {
    fileprivate var undeclared: Set<DifferingSubject> {
        var subjects: Set<DifferingSubject> =
            stateDifferences.isEmpty ? [] : [DifferingSubject(check: .probe, name: "")]
        for result in fidelity?.failing ?? [] {
            for difference in result.differences where difference.reason == nil {
                subjects.insert(
                    DifferingSubject(check: result.check, name: result.check == .probe ? "" : difference.subject))
            }
        }
        return subjects
    }

    fileprivate var checksMade: Set<FidelityCheck> {
        var checks = Set(fidelity?.results.map(\.check) ?? [])
        if !stateDifferences.isEmpty || runs.contains(where: { $0.plan.probe != nil }) {
            checks.insert(.probe)
        }
        return checks
    }

    fileprivate func fails(_ check: FidelityCheck) -> Bool {
        if check == .probe, !stateDifferences.isEmpty { return true }
        return shards.isEmpty ? plan.fidelity == .fail : stateSurvived
    }
}

extension ReportComparison {
    /// Compares the growth that fails a run in either report.
    package static func growth(from old: Report, to new: Report) -> [ComparedGrowth] {
        let (then, now) = (Set(old.failingGrowth.map(\.metric)), Set(new.failingGrowth.map(\.metric)))
        let (before, after) = (old.runs.flatMap(\.slopes), new.runs.flatMap(\.slopes))
        return Metric.allCases.filter(then.union(now).contains).map { metric in
            let change: Change
            if now.contains(metric) {
                let grew = then.contains(metric) || before.contains { $0.metric == metric && $0.grows }
                // Growth that the earlier run could not measure is new: nothing shows that it was there before.
                change = grew ? .unchanged : .new
            } else if after.contains(where: { $0.metric == metric && $0.grows }) {
                change = .unchanged
            } else {
                change = after.contains { $0.metric == metric } && !new.isPartial ? .fixed : .notCompared
            }
            return ComparedGrowth(change: change, metric: metric, fails: now.contains(metric))
        }
    }

    /// Compares the expired known leaks, if they fail the later run.
    package static func expired(from old: Report, to new: Report) -> [ComparedExpiry] {
        guard new.failsByExpiredLeaks else { return [] }
        let then = Set(old.known?.expired.map(\.withoutLine) ?? [])
        return (new.known?.expired ?? []).map {
            ComparedExpiry(change: then.contains($0.withoutLine) ? .unchanged : .new, entry: $0)
        }
    }
}

extension ReportComparison {
    /// The leaks that fail the comparison under its policy, without known leaks and suspects that fail no run.
    package var failingLeaks: [ComparedLeak] {
        leaks.filter { leak in
            guard let now = leak.new, now.known == nil, now.fails || now.verdict == .leak else { return false }
            return isFailing(leak.change)
        }
    }

    /// The differences between reset and launch that fail the comparison under its policy.
    package var failingDifferences: [ComparedDifference] {
        differences.filter { $0.fails && isFailing($0.change) }
    }

    /// The growth that fails the comparison under its policy.
    package var failingGrowth: [ComparedGrowth] { growth.filter { $0.fails && isFailing($0.change) } }
    /// The expired known leaks that fail the comparison under its policy.
    package var failingExpired: [ComparedExpiry] { expired.filter { isFailing($0.change) } }

    private func isFailing(_ change: Change) -> Bool {
        switch policy.failOn {
        case .new: change == .new || change == .worse
        case .leak: change != .fixed
        case .never: false
        }
    }

    /// `true` if a reset is slower than the gate allows, or if no time can be compared with it.
    package var missesGate: Bool {
        guard policy.maximumSlowdown != nil else { return false }
        return gatedTimes.isEmpty || gatedTimes.contains(where: missesGate)
    }

    /// The times that the gate applies to: of all arms but the reference, or of the soak if there are no blocks, or of its
    /// work if nothing is reset. Of two builds, these are all times.
    package var gatedTimes: [TimeChange] {
        runs.flatMap { runs in
            guard control == nil else { return runs.times }
            let resets = runs.times.filter { $0.subject != .work && $0.subject != .workProcessor }
            // An arm can be called `relaunch`, as the reference of a run without named arms is here.
            let reference = runs.new?.plan.referenceArm
            let arms = resets.filter { $0.subject != .soak && ![$0.subject, $0.arm].contains(reference) }
            if !arms.isEmpty { return arms }
            return resets.isEmpty ? runs.times.filter { $0.subject == .work } : resets.filter { $0.subject == .soak }
        }
    }

    /// Returns `true` if a time exceeds the gate beyond doubt, or has no interval to judge it by.
    package func missesGate(_ time: TimeChange) -> Bool {
        guard let limit = policy.maximumSlowdown else { return false }
        guard let interval = time.interval else { return true }
        return interval.lower > limit
    }

    /// The outcome of the comparison.
    ///
    /// A failure takes precedence over leaks, leaks over an interrupt of the later run, and an interrupt over the gate.
    package var outcome: Outcome {
        if new.outcome == .failed || !failures.isEmpty { return .failed }
        let isClean = failingLeaks.isEmpty && failingDifferences.isEmpty && failingGrowth.isEmpty
        if !isClean || !failingExpired.isEmpty { return .notClean }
        if new.interrupted || new.outcome == .interrupted { return .interrupted }
        if missesGate { return .tooSlow }
        return .clean
    }
}
