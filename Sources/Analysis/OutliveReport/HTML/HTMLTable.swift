/// A table in which the first column names the rows.
struct HTMLTable {
    /// A column with its heading and the class of its cells.
    struct Column {
        let head: String
        let kind: String?
        /// `true` if the column is left out of a table in which it has no text.
        var isOptional = false

        /// Returns a column of names and words.
        static func text(_ head: String) -> Column { Column(head: head, kind: nil) }
        /// Returns a column of numbers, aligned to the right.
        static func number(_ head: String) -> Column { Column(head: head, kind: "n") }
        /// Returns a column of sentences, which need some width.
        static func prose(_ head: String) -> Column { Column(head: head, kind: "w") }
        /// Returns a column of source lines, which no row has if a program is inspected from outside.
        static func place(_ head: String) -> Column { Column(head: head, kind: nil, isOptional: true) }
    }

    /// The name of the table for screen readers.
    let label: String
    var columns: [Column]
    var limit = PageLimits.rows
    /// The noun for a row in the note on omitted rows.
    var noun = "row"
    /// `true` for a table whose columns have no room on a narrow screen, even without sentences.
    var isWide = false

    /// Returns the table of the first items, with a cell for each column in a row, and a note on omitted items.
    func node<Item>(_ items: [Item], cells: (Item) -> [HTMLNode]) -> HTMLNode {
        guard !items.isEmpty else { return .none }
        let rows = items.prefix(limit).map(cells)
        let used = columns.indices.filter { index in
            !columns[index].isOptional || rows.contains { $0[index].hasText }
        }
        var table = self
        table.columns = used.map { columns[$0] }
        return .group(
            [.scrolling(label, table.table(rows.map { row in used.map { row[$0] } }))]
                + [HTMLNode.more(items.count - limit, noun)].compactMap(\.self))
    }

    /// `true` if a narrow screen stacks the cells of a row, because sentences would have no room beside other cells.
    private var stacks: Bool { isWide || columns.contains { $0.kind == "w" } }

    private func table(_ rows: [[HTMLNode]]) -> HTMLNode {
        .tag("table", ["class": stacks ? "stacks" : nil]) {
            HTMLNode.tag("thead") {
                HTMLNode.tag("tr") {
                    for column in columns {
                        HTMLNode.tag("th", ["scope": "col", "class": column.kind]) { column.head }
                    }
                }
            }
            HTMLNode.tag("tbody") {
                for row in rows {
                    HTMLNode.tag("tr") {
                        for (index, cell) in row.enumerated() {
                            index == 0
                                ? HTMLNode.tag("th", ["scope": "row", "class": columns[0].kind]) { cell }
                                : HTMLNode.tag(
                                    "td",
                                    ["class": columns[index].kind, "data-head": stacks ? columns[index].head : nil]
                                ) { cell }
                        }
                    }
                }
            }
        }
    }
}
