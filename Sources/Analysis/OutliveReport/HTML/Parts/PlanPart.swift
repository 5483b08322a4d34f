internal import OutliveModel

extension PageContent {
    /// The plan of the run and its surroundings.
    var plan: PageSection? {
        let table = PlanTable(report)
        var rows = table.asked + table.surroundings
        rows.append(PlanTable.Row(label: "report", value: "made by Outlive \(report.toolVersion)"))
        return PageSection("plan", "Plan", heading: "Plan: \(table.subject)") {
            if report.isMerged {
                HTMLNode.paragraph("This is the plan of the first run; each run has a row above.", class: "note")
            }
            HTMLNode.fields(
                rows.prefix(PageLimits.rows).map { row in
                    (row.label, .tag("span", ["class": row.isWarning ? "warn" : nil]) { HTMLNode.prose(row.value) })
                })
        }
    }

    /// The notes on the origin of the figures.
    var notes: PageSection? {
        guard !report.notes.isEmpty else { return nil }
        return PageSection("notes", "Notes", heading: "Notes") {
            HTMLNode.tag("ul", ["class": "notes"]) {
                for note in report.notes.prefix(PageLimits.rows) { HTMLNode.tag("li") { HTMLNode.prose(note) } }
            }
            HTMLNode.more(report.notes.count - PageLimits.rows, "note")
        }
    }
}
