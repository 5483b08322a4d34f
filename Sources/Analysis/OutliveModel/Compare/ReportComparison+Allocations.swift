extension ReportComparison {
    /// Compares the allocations of two reports by arm and test, or `nil` if either has not counted any.
    ///
    /// Of two reports with one arm each, these are compared whatever their names are. A launch is compared with a
    /// launch, and a cycle with a cycle. Of tests, the ones with a change are returned.
    package static func allocations(from old: Report, to new: Report) -> [AllocationComparison]? {
        guard let then = old.allocations, let now = new.allocations else { return nil }
        guard !new.isOfTests else {
            return pairs(then, now).map { AllocationComparison(from: $0, to: $1) }.filter {
                $0.old.blocks != $0.new.blocks || !$0.changes.isEmpty
            }
        }
        let isPair = then.count == 1 && now.count == 1 && then[0].unit == now[0].unit
        return (isPair ? [(then[0], now[0])] : pairs(then, now)).map { AllocationComparison(from: $0, to: $1) }
    }

    private struct Key: Hashable {
        var unit: AllocationFigures.Unit
        var arm: Arm?
        var test: String?
    }

    private static func pairs(
        _ old: [AllocationFigures], _ new: [AllocationFigures]
    ) -> [(AllocationFigures, AllocationFigures)] {
        func key(_ figures: AllocationFigures) -> Key {
            Key(unit: figures.unit, arm: figures.arm, test: figures.test?.name)
        }
        let then = Dictionary(old.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
        return new.compactMap { figures in then[key(figures)].map { ($0, figures) } }
    }
}

extension Report {
    /// The changes of allocations from the first arm to each other one; empty for fewer than two arms.
    ///
    /// Launches are compared with launches, and resets with resets.
    package var allocationsBetweenArms: [AllocationComparison] {
        let arms = (allocations ?? []).filter { $0.arm != nil }
        return [AllocationFigures.Unit.launch, .cycle].flatMap { unit in
            let alike = arms.filter { $0.unit == unit }
            return alike.dropFirst().map { AllocationComparison(from: alike[0], to: $0) }
        }
    }
}
