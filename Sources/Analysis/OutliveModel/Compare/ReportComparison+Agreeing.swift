/// Changes that two comparisons with one later report agree on.
extension ReportComparison {
    /// Keeps the changes of leaks, state and growth that a comparison with another run of the earlier build shows as well.
    ///
    /// What only one of the two runs of the earlier build shows is no change: it varies from run to run.
    ///
    /// - Parameter other: The comparison of the same later report with the other run.
    /// - Returns: The number of changes that it refutes.
    /// - Complexity: O(n) in the number of leaks.
    package mutating func keepChanges(in other: ReportComparison) -> Int {
        var refuted = 0
        func agreed(_ change: Change, _ others: Change?) -> Change {
            let agreed = change.agreed(with: others)
            if change.isChange, agreed != change { refuted += 1 }
            return agreed
        }
        let leaks = Dictionary(
            other.leaks.map { (LeakKey(tier: $0.tier, fingerprint: $0.fingerprint), $0) },
            uniquingKeysWith: { first, _ in first })
        for index in self.leaks.indices {
            let leak = self.leaks[index]
            let same = leaks[LeakKey(tier: leak.tier, fingerprint: leak.fingerprint)]
            self.leaks[index].change = agreed(leak.change, same?.change)
            self.leaks[index].old = leak.old ?? same?.old
        }
        self.leaks.sort { $0.comesBefore($1) }
        for index in differences.indices {
            let difference = differences[index]
            let same = other.differences.first { $0.check == difference.check && $0.subject == difference.subject }
            differences[index].change = agreed(difference.change, same?.change)
        }
        for index in growth.indices {
            let same = other.growth.first { $0.metric == growth[index].metric }
            growth[index].change = agreed(growth[index].change, same?.change)
        }
        return refuted
    }

    /// Keeps the changes of allocations that a comparison with another run of the earlier build shows as well.
    ///
    /// - Returns: The number of changes that it refutes.
    /// - Complexity: O(n^2) in the number of changes of a type.
    package mutating func keepAllocations(in other: ReportComparison) -> Int {
        var functions = ProgramFunctions()
        var refuted = 0
        for index in allocations?.indices ?? 0..<0 {
            guard let own = allocations?[index],
                let same = other.allocations?.first(where: { $0.unit == own.unit && $0.newArm == own.newArm })
            else { continue }
            let seen = Set(same.changes.map { ChangeKey($0, &functions) })
            let kept = own.changes.filter { seen.contains(ChangeKey($0, &functions)) }
            refuted += own.changes.count - kept.count
            allocations?[index].changes = kept
        }
        return refuted
    }

    private struct LeakKey: Hashable {
        var tier: Tier
        var fingerprint: String
    }

    /// The identity of a change of allocations, without numbers.
    private struct ChangeKey: Hashable {
        var type: PlainType
        var functions: [Int]
        var isMore: Bool

        init(_ change: AllocationChange, _ functions: inout ProgramFunctions) {
            type = PlainType(change.type)
            self.functions = functions.functions(of: change.stack)
            isMore = change.blocks > 0
        }
    }
}

extension Change {
    /// `true` if it says that the later report differs.
    fileprivate var isChange: Bool { self != .unchanged && self != .notCompared }

    /// Returns the change that two comparisons agree on; `nil` stands for an item that the other one does not have.
    fileprivate func agreed(with other: Change?) -> Change {
        switch (self, other) {
        case (let own, let other) where own == other: own
        case (.new, .worse), (.worse, .new): .worse
        case (.unchanged, _), (_, .unchanged): .unchanged
        default: .notCompared
        }
    }
}
