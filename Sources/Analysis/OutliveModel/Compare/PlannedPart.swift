/// A part of a plan that decides which leaks a run can show.
package enum PlannedPart: CaseIterable, Sendable {
    /// The command that is launched.
    case launch
    /// The work of a cycle.
    case work

    private func text(of plan: Plan) -> String? { self == .launch ? plan.launch : plan.work }

    fileprivate func isEqual(_ plan: Plan, _ other: Plan) -> Bool { text(of: plan) == text(of: other) }
}

extension Report {
    /// Returns the parts in which this report differs from an earlier one, so that a leak it lacks may still exist.
    ///
    /// Each run of the earlier report needs one with the same launch and work in this report.
    ///
    /// - Complexity: O(n^2) in the number of merged runs.
    package func partsNotRepeated(of earlier: Report) -> [PlannedPart] {
        let plans = runs.map(\.plan)
        let open = earlier.runs.map(\.plan).filter { plan in
            !plans.contains { other in PlannedPart.allCases.allSatisfy { $0.isEqual(plan, other) } }
        }
        let parts = PlannedPart.allCases.filter { part in
            open.contains { plan in !plans.contains { part.isEqual(plan, $0) } }
        }
        // Both may occur, but in different runs.
        return open.isEmpty || !parts.isEmpty ? parts : PlannedPart.allCases
    }
}
