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
    let ends = [text.unicodeScalars.first, text.unicodeScalars.last]
    let pad = ends.contains("`") ? " " : ""
    return fence + pad + text + pad + fence
}

/// Prose that may hold text from outside: what Markdown or HTML could read as markup is escaped.
func markdownProse(_ text: String, limit: Int = 2000) -> String {
    elided(oneLine(text), to: limit, .tail).replacingScalars { scalar in
        switch scalar {
        case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "!", "$", "{", "}": "\\\(scalar)"
        default: html(scalar)
        }
    }
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
    let cells = rows.map { $0.map { $0.replacing(#/\\*\|/#.matchingSemantics(.unicodeScalar), with: "\\|") } }
    return ([line(names), line(rules)] + cells.map(line)).joined(separator: "\n")
}

/// A part that is closed until somebody opens it.
func markdownDetails(_ summary: String, _ body: String) -> String {
    "<details><summary>\(elided(oneLine(summary), to: 200, .middle).replacingScalars(html))</summary>\n\n\(body)\n\n</details>"
}

/// What stands in HTML for a character that has a meaning there.
private func html(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    // A blank of no width keeps a name after it from being mentioned, and so notified.
    case "@": "@&#8203;"
    default: nil
    }
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
