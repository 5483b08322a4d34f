/// A row of a table of figures.
struct PageRow {
    /// The label and the figures. A label alone stands for omitted rows.
    var cells: [String]
    var ink = Ink.plain
}

extension Page {
    /// Adds a table in its usual columns, in narrower ones, or row by row, whichever fits first.
    ///
    /// - Parameters:
    ///   - rows: The heading and the rows below it.
    ///   - widths: The usual widths of the columns, that of the label first.
    mutating func table(_ rows: [PageRow], widths: [Int], indent: Int = 0) {
        let room = style.width - indent
        if widths.reduce(0, +) <= room { return write(rows, widths, indent) }
        let narrow = widths.indices.map { column in
            (rows.map { $0.cells.count > column ? columns(of: legible($0.cells[column])) : 0 }.max() ?? 0)
                + (column == 0 ? 0 : 2)
        }
        if narrow.reduce(0, +) <= room { return write(rows, narrow, indent) }
        guard let heading = rows.first?.cells else { return }
        if let title = heading.first, !title.isEmpty { line(indent: indent, Span(title, rows[0].ink)) }
        for row in rows.dropFirst() {
            let cells = zip(heading, row.cells).dropFirst().filter { !$0.1.isEmpty }
                .map { name, cell in name.isEmpty ? cell : "\(name) \(cell)" }
            let label = (row.cells.first ?? "").drop { $0 == " " }
            let text = cells.isEmpty ? String(label) : "\(label): \(cells.joined(separator: ", "))"
            paragraph(text, indent: indent + 2, hanging: 2, ink: row.ink)
        }
    }

    private mutating func write(_ rows: [PageRow], _ widths: [Int], _ indent: Int) {
        for row in rows {
            let figures = zip(row.cells, widths).dropFirst().map { aligned($0, $1) }.joined()
            line(indent: indent, Span(padded(row.cells.first ?? "", widths[0]) + figures, row.ink))
        }
    }
}
