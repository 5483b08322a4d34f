internal import OutliveModel

/// A row of objects that were allocated at one place; without amounts, the title of the rows below it.
struct AllocationRow {
    var amounts: String?
    var name: String
    var place = ""
    /// `true` if the name is a type's, which has a label where the whole name has no room.
    var isOfType = false
}

extension TextPage {
    /// Writes rows of allocations.
    ///
    /// If the names of types do not fit, all of them are labels. Names take the columns they need, but leave three eighths of the line to places.
    mutating func write(_ rows: [AllocationRow], heads: String, names: (String, String)) {
        let room = style.width - 4 - columns(of: heads)
        let rows = rows.labelled(toFit: room * 5 / 8) { columns(of: legible($0)) }
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

extension [AllocationRow] {
    /// Returns the rows with labels in place of the names of types, unless all names fit.
    fileprivate func labelled(toFit width: Int, columns: (String) -> Int) -> [AllocationRow] {
        guard contains(where: { $0.isOfType && columns($0.name) > width }) else { return self }
        let labels = TypeLabels(lazy.filter(\.isOfType).map { HeapType(described: $0.name) })
        return map { row in
            var row = row
            if row.isOfType { row.name = labels.label(of: HeapType(described: row.name)) }
            return row
        }
    }
}
