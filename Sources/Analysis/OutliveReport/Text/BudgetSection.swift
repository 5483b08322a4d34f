internal import OutliveModel

extension TextPage {
    /// The maximum number of exceeded budgets of tests with their sites, and of kept ones in a line each.
    private static let (exceededTests, keptTests) = (10, 8)

    /// Writes the limits of each budget with what was measured, and the sites that exceed them; kept ones of tests in
    /// brief.
    mutating func writeBudgets(_ shown: Presentation) {
        if let budget = shown.report.budget { write(budget, shown) }
        guard let tests = shown.report.testBudgets, !tests.isEmpty else { return }
        let (exceeded, kept) = (tests.filter(\.isExceeded), tests.filter { !$0.isExceeded })
        for budget in exceeded.prefix(Self.exceededTests) { write(budget, shown) }
        title(tests.title)
        writeMore(exceeded.count - Self.exceededTests, "exceeded budget")
        for budget in kept.prefix(Self.keptTests) {
            paragraph(budget.brief(per: shown.report.unitOfAllocations), indent: 2, hanging: 2)
        }
        writeMore(kept.count - Self.keptTests, "kept budget")
    }

    private mutating func write(_ budget: BudgetReview, _ shown: Presentation) {
        let unit = shown.report.unitOfAllocations
        let isFailing = shown.report.failsByBudget
        title(budget.title, budget.exceeded.isEmpty ? .strong : isFailing ? .badStrong : .warning)
        for limit in budget.limits {
            let ink: Ink = !limit.isExceeded ? .plain : isFailing ? .bad : .warning
            field(limit.figure.rawValue, limit.words(per: unit), ink: ink)
            for line in limit.siteLines(arrow: arrow) { paragraph(line, indent: 4, hanging: 2) }
        }
        if let reason = budget.reason { field("reason", oneLine(reason)) }
        paragraph(budget.basis(per: unit), indent: 2, hanging: 2, ink: .faint)
    }
}
