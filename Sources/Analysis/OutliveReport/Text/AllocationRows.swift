/// A row of objects that were allocated at one place; without amounts, the title of the rows below it.
struct AllocationRow {
    var amounts: String?
    var name: String
    var place = ""
}

extension TextPage {
    /// Writes rows of allocations. Names take the columns they need, but leave three eighths of the line to places.
    mutating func write(_ rows: [AllocationRow], heads: String, names: (String, String)) {
        let room = style.width - 4 - columns(of: heads)
        let longest = rows.map { $0.amounts == nil ? 0 : columns(of: legible($0.name)) }.max() ?? 0
        let nameWidth = min(max(longest, columns(of: names.0)), room * 5 / 8)
        line(indent: 2, Span(heads, .faint), Span(padded(names.0, nameWidth) + "  " + names.1, .faint))
        for row in rows {
            guard let amounts = row.amounts else {
                line(indent: 2, Span(row.name, .strong))
                continue
            }
            let name = elided(legible(row.name), to: nameWidth, .middle, mark: ellipsis)
            let place = elided(legible(row.place), to: room - nameWidth, .head, mark: ellipsis)
            line(indent: 2, Span(amounts), Span(padded(name, nameWidth) + "  "), Span(place, .faint))
        }
    }
}
