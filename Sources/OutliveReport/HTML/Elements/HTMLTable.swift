/// Rows and columns; the first column names the rows.
struct HTMLTable {
    /// A column by its head.
    enum Column {
        /// Names and words.
        case text(String)
        /// Numbers, which are aligned to the right.
        case number(String)
        /// Sentences, which want some width.
        case prose(String)
    }

    /// What it shows, for those who cannot see it.
    let label: String
    let columns: [Column]
    /// How many rows are shown.
    var limit = PageLimits.rows
    /// What the rows are, for telling how many more there are.
    var noun = "row"

    /// The table of rows of as many cells as there are columns, and how many rows are left out.
    func node(_ rows: [[HTMLNode]]) -> HTMLNode {
        guard !rows.isEmpty else { return .none }
        return .group(
            [.scrolling(label, table(rows.prefix(limit)))]
                + [HTMLNode.more(rows.count - limit, noun)].compactMap(\.self))
    }

    /// Whether a narrow screen has the cells of a row below each other: beside others, no room is left for sentences.
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

    /// The class of its cells.
    fileprivate var name: String? {
        switch self {
        case .text: nil
        case .number: "n"
        case .prose: "w"
        }
    }
}
