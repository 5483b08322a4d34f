internal import OutliveModel

extension TextPage {
    /// The maximum number of routes, and of remarks.
    private static let routes = 60
    private static let remarks = 20
    /// The narrowest and the widest name of a route in the table, in columns.
    private static let routeColumns = 16...60

    /// Writes the matrix of the routes of a run.
    mutating func writeRoutes(_ shown: Presentation) {
        guard let table = RouteTable(shown, unicode: style.unicode) else { return }
        let leaks = table.rows.contains(where: \.leaks)
        title("Routes: \(table.title)", leaks ? .badStrong : .goodStrong)
        let shown = table.rows.prefix(Self.routes)
        let figures = [TextRow(cells: table.columns.map(\.short))] + shown.map { TextRow(cells: $0.cells) }
        let room = style.width - 4 - fitting(figures, gap: 2).reduce(0, +)
        let limit = min(max(room, Self.routeColumns.lowerBound), Self.routeColumns.upperBound)
        let rows = shown.map { row in
            let name = elided(legible(row.name), to: limit, .middle, mark: ellipsis)
            return TextRow(cells: [name] + row.cells, ink: row.leaks ? .bad : .plain)
        }
        let all = [TextRow(cells: ["route"] + table.columns.map(\.short), ink: .faint)] + rows
        self.table(all, widths: fitting(all, gap: 3), indent: 2)
        writeMore(table.rows.count - Self.routes, "route")
        paragraph(table.note, indent: 2, ink: .faint)
        for remark in table.remarks.prefix(Self.remarks) { paragraph(remark, indent: 2, hanging: 2) }
        writeMore(table.remarks.count - Self.remarks, "remark")
    }
}
