internal import OutliveModel

extension TextPage {
    /// Writes the limits of the budget with what was measured, and the sites that exceed them.
    mutating func writeBudget(_ shown: Presentation) {
        guard let budget = shown.report.budget else { return }
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
