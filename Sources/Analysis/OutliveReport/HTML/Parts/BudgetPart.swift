internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The limits of the budget, with the sites that exceed them.
    var budget: PageSection? {
        guard let budget = report.budget else { return nil }
        let unit = report.unitOfAllocations
        let tone: Tone = budget.exceeded.isEmpty ? .plain : report.failsByBudget ? .bad : .warn
        return PageSection("budget", "Budget", heading: budget.title, tone: tone) {
            HTMLTable(
                label: "Limits of the budget", columns: [.text("Figure"), .prose("Measured")]
            ).node(budget.limits) { limit in
                [.text(limit.figure.rawValue), .prose(limit.words(per: unit), limit: 400)]
            }
            for limit in budget.exceeded where !limit.siteLines().isEmpty {
                HTMLNode.paragraph("Sites behind the \(limit.figure.rawValue):", class: "note")
                HTMLNode.tag("ul", ["class": "notes"]) {
                    for line in limit.siteLines() { HTMLNode.tag("li") { HTMLNode.prose(line, limit: 600) } }
                }
            }
            if let reason = budget.reason { HTMLNode.paragraph("Reason: \(oneLine(reason))", class: "note") }
            HTMLNode.paragraph(budget.basis(per: unit), class: "note")
        }
    }
}
