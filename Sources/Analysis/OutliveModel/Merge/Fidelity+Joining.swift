extension Fidelity {
    /// Returns the checks of both and the differences of either, each subject once.
    func joined(with other: Fidelity) -> Fidelity {
        let order = Dictionary(uniqueKeysWithValues: FidelityCheck.allCases.enumerated().map { ($1, $0) })
        let results = OutliveModel.joined(
            results + other.results, by: \.check, in: { order[$0, default: 0] < order[$1, default: 0] }
        ) { FidelityResult(check: $0.check, differences: $0.differences + $1.differences) }
        return Fidelity(
            resets: max(resets, other.resets), launches: max(launches, other.launches),
            results: results.map { result in
                let differences = OutliveModel.joined(result.differences, by: \.subject, in: <) { $0.joined(with: $1) }
                return FidelityResult(check: result.check, differences: differences)
            })
    }
}

extension FidelityDifference {
    /// Returns one of two differences of a subject: undeclared before declared, then the earlier one, then either.
    fileprivate func joined(with other: FidelityDifference) -> FidelityDifference {
        let ranks = (reason == nil ? 0 : 1, firstCycle)
        let others = (other.reason == nil ? 0 : 1, other.firstCycle)
        return ranks == others ? anyOf(self, other) : ranks < others ? self : other
    }
}

extension StateDifference {
    /// The properties that identify a difference across runs.
    struct Identity: Hashable, Comparable {
        var expected: String
        var actual: String

        static func < (first: Identity, second: Identity) -> Bool {
            (first.expected, first.actual) < (second.expected, second.actual)
        }
    }

    var identity: Identity { Identity(expected: expected, actual: actual) }

    func joined(with other: StateDifference) -> StateDifference {
        StateDifference(
            cycle: min(cycle, other.cycle), occurrences: max(occurrences, other.occurrences), expected: expected,
            actual: actual)
    }
}
