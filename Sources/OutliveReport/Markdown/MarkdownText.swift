/// Text from outside as Markdown code, in which nothing has a meaning: no link, no mention, no HTML.
///
/// - Parameters:
///   - text: any text; line ends become blanks.
///   - limit: the most columns that are shown.
func markdownCode(_ text: String, limit: Int = 200) -> String {
    let text = elided(oneLine(text), to: limit, .middle)
    guard !text.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    // A blank on both sides is not shown, and keeps backticks at the ends apart from the fence.
    let pad = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + pad + text + pad + fence
}

/// Prose that may hold text from outside: what Markdown or HTML could read as markup is escaped.
func markdownProse(_ text: String, limit: Int = 2000) -> String {
    var result = ""
    for character in elided(oneLine(text), to: limit, .tail) {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        // A blank of no width keeps a name after it from being mentioned, and so notified.
        case "@": result += "@&#8203;"
        case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "!", "$", "{", "}": result += "\\\(character)"
        default: result.append(character)
        }
    }
    return result
}

/// Lines as a block of code, whatever fences are among them.
///
/// - Parameters:
///   - lines: the lines, without line ends.
///   - language: how they are coloured: `diff`, `text`.
func markdownFence(_ lines: [String], language: String = "text") -> String {
    let length = max(longestRun(of: "`", in: lines.joined(separator: "\n")) + 1, 3)
    let fence = String(repeating: "`", count: length)
    return "\(fence)\(language)\n" + lines.map { $0 + "\n" }.joined() + fence
}

/// Rows as a table; a column is aligned to the right where its heading ends in a colon.
func markdownTable(_ heading: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let names = heading.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
    let rules = heading.map { $0.hasSuffix(":") ? "---:" : "---" }
    // In tables a bar is escaped in code, too; what looks like an escape before it would undo that.
    let cells = rows.map { $0.map { $0.replacing(#/\\*\|/#, with: "\\|") } }
    return ([line(names), line(rules)] + cells.map(line)).joined(separator: "\n")
}

/// A part that is closed until somebody opens it.
func markdownDetails(_ summary: String, _ body: String) -> String {
    let title = oneLine(summary).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    return "<details><summary>\(title)</summary>\n\n\(body)\n\n</details>"
}

private func longestRun(of mark: Character, in text: String) -> Int {
    var longest = 0
    var current = 0
    for character in text {
        current = character == mark ? current + 1 : 0
        longest = max(longest, current)
    }
    return longest
}
