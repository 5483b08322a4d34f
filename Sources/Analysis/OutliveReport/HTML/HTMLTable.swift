/// A table in which the first column names the rows.
struct HTMLTable {
    /// A kind of column, with its heading.
    enum Column {
        /// Names and words.
        case text(String)
        /// Numbers, aligned to the right.
        case number(String)
        /// Sentences, which need some width.
        case prose(String)
    }

    /// The name of the table for screen readers.
    let label: String
    let columns: [Column]
    var limit = PageLimits.rows
    /// The noun for a row in the note on omitted rows.
    var noun = "row"

    /// Returns the table of rows that have a cell for each column, and a note on omitted rows.
    func node(_ rows: [[HTMLNode]]) -> HTMLNode {
        guard !rows.isEmpty else { return .none }
        return .group(
            [.scrolling(label, table(rows.prefix(limit)))]
                + [HTMLNode.more(rows.count - limit, noun)].compactMap(\.self))
    }

    /// `true` if a narrow screen stacks the cells of a row, because sentences would have no room beside other cells.
    private var stacks: Bool {
        columns.contains { column in
            if case .prose = column { true } else { false }
        }
    }

    private var kinds: String? { stacks ? "stacks" : nil }

    private func table(_ rows: ArraySlice<[HTMLNode]>) -> HTMLNode {
        .tag("table", ["class": kinds]) {
            HTMLNode.tag("thead") {
                HTMLNode.tag("tr") {
                    for column in columns {
                        HTMLNode.tag("th", ["scope": "col", "class": column.name]) { column.head }
                    }
                }
            }
            HTMLNode.tag("tbody") {
                for row in rows {
                    HTMLNode.tag("tr") {
                        for (index, cell) in row.enumerated() {
                            index == 0
                                ? HTMLNode.tag("th", ["scope": "row"]) { cell }
                                : HTMLNode.tag(
                                    "td",
                                    ["class": columns[index].name, "data-head": stacks ? columns[index].head : nil]
                                ) { cell }
                        }
                    }
                }
            }
        }
    }
}

extension HTMLTable.Column {
    fileprivate var head: String {
        switch self {
        case .text(let head), .number(let head), .prose(let head): head
        }
    }

    fileprivate var name: String? {
        switch self {
        case .text: nil
        case .number: "n"
        case .prose: "w"
        }
    }
}
