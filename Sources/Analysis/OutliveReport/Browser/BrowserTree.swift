/// An item of a tree on the screen.
struct BrowserItem: Sendable {
    /// The figures before the name, in columns.
    var amounts: [String]
    var name: String
    /// The name with all that its short form lacks.
    var wholeName: String
    /// Returns the items below it, or `nil` for a leaf; called when the item is opened.
    var children: (@Sendable () -> [BrowserItem])?

    init(
        _ amounts: [String], _ name: String, wholeName: String? = nil, children: (@Sendable () -> [BrowserItem])? = nil
    ) {
        (self.amounts, self.name, self.wholeName) = (amounts, name, wholeName ?? name)
        self.children = children
    }
}

/// A tree on the screen, whose items the user opens and closes.
struct BrowserTree: Sendable {
    private struct Row: Sendable {
        var item: BrowserItem
        var depth: Int
        var isOpen = false
    }

    let title: String
    /// The heads of the figures.
    private let heads: [String]
    private var rows: [Row]
    private var selection = 0

    init(_ title: String, heads: [String], _ items: [BrowserItem]) {
        (self.title, self.heads) = (title, heads)
        rows = items.map { Row(item: $0, depth: 0) }
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Takes a key, and returns `false` if it leaves the tree.
    ///
    /// - Parameter page: The number of rows on the screen.
    mutating func press(_ key: KeyPress, page: Int) -> Bool {
        switch key {
        case .character("q"): return false
        case .enter: toggle()
        case .escape, .backspace:
            guard rows.indices.contains(selection) else { return false }
            if rows[selection].isOpen {
                toggle()
            } else {
                let depth = rows[selection].depth
                guard let above = rows[..<selection].lastIndex(where: { $0.depth < depth }) else { return false }
                selection = above
            }
        default: selection = ScreenParts.moved(selection, by: key, page: page, count: rows.count)
        }
        return true
    }

    private mutating func toggle() {
        guard rows.indices.contains(selection), let children = rows[selection].item.children else { return }
        let depth = rows[selection].depth
        if rows[selection].isOpen {
            let end = rows[(selection + 1)...].firstIndex { $0.depth <= depth } ?? rows.endIndex
            rows.removeSubrange((selection + 1)..<end)
        } else {
            rows.insert(contentsOf: children().map { Row(item: $0, depth: depth + 1) }, at: selection + 1)
        }
        rows[selection].isOpen.toggle()
    }

    /// Returns the heads and the rows around the selected one.
    func lines(room: Int, style: TextStyle) -> [String] {
        let widths = heads.indices.map { index in
            rows.reduce(columns(of: heads[index])) { max($0, columns(of: $1.item.amounts[index])) }
        }
        func figures(_ amounts: [String]) -> String { zip(amounts, widths).map { aligned($0, $1) + "  " }.joined() }
        let first = max(0, min(selection - room / 2, rows.count - room))
        let marks = style.unicode ? ("▸ ", "▾ ") : ("+ ", "- ")
        var page = TextPage(style: style)
        page.line(indent: 2, Span(figures(heads), .faint))
        var lines = page.lines
        for (index, row) in rows.enumerated().dropFirst(first).prefix(room) {
            let mark = row.item.children == nil ? "  " : row.isOpen ? marks.1 : marks.0
            // Deep rows keep the room for a name.
            let indent = String(repeating: " ", count: 2 * min(row.depth, 16))
            var line = TextPage(style: style)
            line.line(indent: 2, Span(figures(row.item.amounts)), Span(indent + mark, .faint), Span(row.item.name))
            lines.append(index == selection ? ScreenParts.marked(line.lines[0], style) : line.lines[0])
        }
        return lines
    }

    /// The place of the selection.
    var place: String { rows.isEmpty ? "nothing" : "\(selection + 1) of \(rows.count)" }
    /// The whole name of the selected item, which its row may shorten.
    var selected: String { rows.indices.contains(selection) ? rows[selection].item.wholeName : "" }
}
