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
    /// The fewest columns in which the end of a place names a file.
    private static let narrowestPlace = 12

    /// Writes rows of allocations.
    ///
    /// If the names of types do not fit, all of them are labels. Names take the columns they need, but leave three
    /// eighths of the line to places, if there are any. On a narrow terminal, places have lines of their own, or none on a
    /// screen.
    mutating func write(_ rows: [AllocationRow], heads: String, names: (String, String)) {
        let room = style.width - 4 - columns(of: heads)
        let hasPlaces = rows.contains { !$0.place.isEmpty }
        let isNarrow = hasPlaces && room * 3 / 8 < Self.narrowestPlace
        let most = hasPlaces && !isNarrow ? room * 5 / 8 : room
        let rows = rows.labelled(toFit: most) { columns(of: legible($0)) }
        let longest = rows.map { $0.amounts == nil ? 0 : columns(of: legible($0.name)) }.max() ?? 0
        let nameWidth = min(max(longest, columns(of: names.0)), most)
        let placeHead = hasPlaces && !isNarrow ? "  " + names.1 : ""
        line(
            indent: 2, Span(heads, .faint),
            Span((placeHead.isEmpty ? names.0 : padded(names.0, nameWidth)) + placeHead, .faint))
        for row in rows {
            guard let amounts = row.amounts else {
                line(indent: 2, Span(row.name, .strong))
                continue
            }
            let name = elided(legible(row.name), to: nameWidth, .middle, mark: ellipsis)
            guard !isNarrow, !row.place.isEmpty else {
                line(indent: 2, Span(amounts), Span(name))
                guard !row.place.isEmpty, !isScreen else { continue }
                let whole = elided(legible(row.place), to: style.width - 6, .head, mark: ellipsis)
                line(indent: 6, Span(whole, .faint))
                continue
            }
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
