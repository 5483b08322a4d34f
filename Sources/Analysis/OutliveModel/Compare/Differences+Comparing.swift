extension ReportComparison {
    /// Compares the undeclared differences between reset and launch.
    ///
    /// - Complexity: O(n log n) in the number of differences.
    package static func differences(from old: Report, to new: Report) -> [ComparedDifference] {
        let (then, now) = (old.undeclared, new.undeclared)
        let (madeThen, madeNow) = (old.checksMade, new.checksMade)
        return then.union(now).sorted().map { subject in
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

private struct DifferingSubject: Hashable, Comparable {
    let check: FidelityCheck
    let name: String

    static func < (first: DifferingSubject, second: DifferingSubject) -> Bool {
        let order = FidelityCheck.allCases
        let ranks = (order.firstIndex(of: first.check)!, order.firstIndex(of: second.check)!)
        return ranks.0 == ranks.1 ? first.name < second.name : ranks.0 < ranks.1
    }
}

extension Report {
    /// The subjects that differ between reset and launch; the whole output of the probe is one subject.
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
