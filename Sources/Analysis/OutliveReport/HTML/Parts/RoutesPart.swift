internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The matrix of the routes of a run.
    var routes: PageSection? {
        guard let table = RouteTable(shown) else { return nil }
        let tone: Tone = table.rows.contains(where: \.leaks) ? (shown.outcome == .clean ? .warn : .bad) : .plain
        return PageSection("routes", "Routes", heading: "Routes: \(table.title)", tone: tone) {
            HTMLTable(
                label: "Routes", columns: [.text("Route")] + table.columns.map { .number($0.name.capitalizedFirst) },
                noun: "route", isWide: true
            ).node(table.rows) { row in
                [row.leaks ? .badge(row.name, .bad) : .code(row.name)] + row.cells.map { .text($0) }
            }
            HTMLNode.paragraph(table.note, class: "note")
            HTMLNode.notes(table.remarks)
        }
    }
}
