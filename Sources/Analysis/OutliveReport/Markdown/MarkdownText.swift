/// Returns external text as Markdown code, without links, mentions or HTML.
func markdownCode(_ text: String, limit: Int = 200) -> String {
    let text = elided(oneLine(text), to: limit, .middle)
    guard !text.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    // A blank on both sides keeps backticks at the ends apart from the fence, and is not shown.
    let ends = [text.unicodeScalars.first, text.unicodeScalars.last]
    let pad = ends.contains("`") ? " " : ""
    return fence + pad + text + pad + fence
}

/// Returns prose with the markup characters of Markdown and HTML escaped.
func markdownProse(_ text: String, limit: Int = 2000) -> String {
    withoutAutolinks(elided(oneLine(text), to: limit, .tail)).replacingScalars { scalar in
        "\\`*_[]|~#!${}".unicodeScalars.contains(scalar) ? "\\\(scalar)" : html(scalar)
    }
}

/// Returns lines as a block of code, whatever fences they contain.
func markdownFence(_ lines: [String], language: String = "text") -> String {
    let length = max(longestRun(of: "`", in: lines.joined(separator: "\n")) + 1, 3)
    let fence = String(repeating: "`", count: length)
    return "\(fence)\(language)\n" + lines.map { $0 + "\n" }.joined() + fence
}

/// Returns rows as a table. A heading that ends in a colon aligns its column to the right.
func markdownTable(_ heading: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let names = heading.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
    let rules = heading.map { $0.hasSuffix(":") ? "---:" : "---" }
    // In a table, a bar in code needs an escape as well. A preceding backslash would undo it.
    let cells = rows.map { $0.map { $0.replacing(#/\\*\|/#.matchingSemantics(.unicodeScalar), with: "\\|") } }
    return ([line(names), line(rules)] + cells.map(line)).joined(separator: "\n")
}

/// Returns a table of the first items and the number of omitted ones, or nothing without items.
func markdownTable<Item>(
    _ heading: [String], _ items: [Item], limit: Int = 100, cells: (Item) -> [String]
) -> [String] {
    items.isEmpty ? [] : [markdownTable(heading, items.prefix(limit).map(cells))] + markdownMore(items.count - limit)
}

/// Returns a list of the first items and the number of omitted ones, or nothing without items.
func markdownList<Item>(_ items: [Item], limit: Int = 100, line: (Item) -> String) -> [String] {
    guard !items.isEmpty else { return [] }
    return [items.prefix(limit).map { "- \(line($0))" }.joined(separator: "\n")] + markdownMore(items.count - limit)
}

/// Returns a note on the number of omitted items, or nothing if there are none.
func markdownMore(_ count: Int) -> [String] { count > 0 ? ["… \(count) more in the JSON report."] : [] }

func markdownDetails(_ summary: String, _ parts: [String]) -> String {
    let summary = withoutAutolinks(elided(oneLine(summary), to: 200, .middle)).replacingScalars(html)
    return "<details><summary>\(summary)</summary>\n\n" + parts.joined(separator: "\n\n") + "\n\n</details>"
}

/// Returns text in which hosts find no URL, mail address, mention or number of an issue to make a link of.
///
/// A zero-width blank, which is not shown, separates what they look for: `https:` and `//`, `@` and a name.
private func withoutAutolinks(_ text: String) -> String {
    let beginnings = #/:(?=\/\/)|[Ww][Ww][Ww](?=\.)|@|#(?=[0-9])|[Gg][Hh]-(?=[0-9])/#
    return text.replacing(beginnings.matchingSemantics(.unicodeScalar)) { $0.output + "\u{200B}" }
}

/// Returns the HTML reference for a markup character or the zero-width blank, or `nil` for any other.
private func html(_ scalar: Unicode.Scalar) -> String? {
    scalar == "\u{200B}" ? "&#8203;" : Markup.references[scalar]
}

private func longestRun(of mark: Unicode.Scalar, in text: String) -> Int {
    var longest = 0
    var current = 0
    for scalar in text.unicodeScalars {
        current = scalar == mark ? current + 1 : 0
        longest = max(longest, current)
    }
    return longest
}
