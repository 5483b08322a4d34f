internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The limits of the budgets, with the sites that exceed them.
    var budget: PageSection? {
        guard let title = report.budgetsTitle else { return nil }
        let budgets = report.budgets
        let exceeded = budgets.filter(\.isExceeded)
        let tone: Tone = exceeded.isEmpty ? .plain : report.failsByBudget ? .bad : .warn
        return PageSection("budget", "Budget", heading: title, tone: tone) {
            if report.budget == nil { tableOfTests(budgets) } else { table(budgets) }
            for budget in exceeded.prefix(PageLimits.rows) { sites(of: budget) }
            if let budget = report.budget { basis(of: budget) }
        }
    }

    private func table(_ budgets: [BudgetReview]) -> HTMLNode {
        HTMLTable(
            label: "Limits of the budget", columns: [.text("Figure"), .prose("Measured")]
        ).node(budgets.flatMap(\.limits)) { limit in
            [.text(limit.figure.rawValue), .prose(limit.words(per: report.unitOfAllocations), limit: 400)]
        }
    }

    @HTMLBuilder private func tableOfTests(_ budgets: [BudgetReview]) -> [HTMLNode] {
        let limits = budgets.flatMap { budget in budget.limits.map { (budget, $0) } }
        HTMLTable(
            label: "Limits of the budgets", columns: [.prose("Test"), .text("Figure"), .prose("Measured")]
        ).node(Array(limits.prefix(PageLimits.rows))) { budget, limit in
            [
                .prose(oneLine(budget.name), limit: 400), .text(limit.figure.rawValue),
                .prose(limit.words(per: report.unitOfAllocations), limit: 400),
            ]
        }
        HTMLNode.more(limits.count - PageLimits.rows, "limit")
    }

    @HTMLBuilder private func sites(of budget: BudgetReview) -> [HTMLNode] {
        let test = budget.test.map { " of \(oneLine($0.name))" } ?? ""
        for limit in budget.exceeded where !limit.siteLines().isEmpty {
            HTMLNode.paragraph("Sites behind the \(limit.figure.rawValue)\(test):", class: "note")
            HTMLNode.tag("ul", ["class": "notes"]) {
                for line in limit.siteLines() { HTMLNode.tag("li") { HTMLNode.prose(line, limit: 600) } }
            }
        }
        if budget.test != nil { basis(of: budget) }
    }

    @HTMLBuilder private func basis(of budget: BudgetReview) -> [HTMLNode] {
        if let reason = budget.reason { HTMLNode.paragraph("Reason: \(oneLine(reason))", class: "note") }
        HTMLNode.paragraph(budget.basis(per: report.unitOfAllocations), class: "note")
    }
}
