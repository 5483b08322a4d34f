/// The meaning that a terminal shows as a colour.
enum Ink: String {
    case plain = ""
    case strong = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case warning = "33"
    case added = "36"
    case badStrong = "1;31"
    case goodStrong = "1;32"
}

/// A part of a line in one ink.
struct Span {
    var text: String
    var ink: Ink

    init(_ text: String, _ ink: Ink = .plain) {
        self.text = text
        self.ink = ink
    }
}

/// A text of lines with limited width, written from top to bottom.
///
/// No line exceeds the width of the style, unless `unlimited(_:_:)` wrote it, and control characters are spelled out.
struct TextPage {
    let style: TextStyle
    /// `true` for a screen, on which each row has one line.
    var isScreen = false
    private(set) var lines: [String] = []

    init(style: TextStyle) {
        self.style = style
    }

    private var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    /// Returns a whole text in UTF-8, ending with a line feed.
    static func bytes(_ style: TextStyle, _ write: (inout TextPage) -> Void) -> [UInt8] {
        var page = TextPage(style: style)
        write(&page)
        return page.bytes
    }

    var ellipsis: String { style.unicode ? "…" : "..." }
    var arrow: String { style.unicode ? "→" : "->" }

    /// Adds a line, cut at the end if it is too wide.
    mutating func line(indent: Int = 0, _ spans: Span...) {
        var left = style.width - indent
        var fits: [Span] = []
        let total = spans.reduce(0) { $0 + columns(of: legible($1.text)) }
        for span in spans {
            let text = legible(span.text)
            let width = columns(of: text)
            // The last span that fits only in part gets the mark. A complete line needs none.
            if total > style.width - indent, width >= left {
                fits.append(Span(elided(text + ellipsis, to: left, .tail, mark: ellipsis), span.ink))
                break
            }
            fits.append(Span(text, span.ink))
            left -= width
        }
        append([Span(String(repeating: " ", count: indent))] + fits)
    }

    mutating func title(_ text: String, _ ink: Ink = .strong) {
        blank()
        paragraph(text, indent: 0, ink: ink)
    }

    /// Adds a text over as many lines as it needs.
    mutating func paragraph(_ text: String, indent: Int, hanging: Int = 0, ink: Ink = .plain) {
        // The first line leaves room for the hanging indent as well, which keeps wrapping simple.
        let width = style.width - indent - hanging
        for (index, part) in wrapped(legible(text), to: width).enumerated() {
            line(indent: indent + (index == 0 ? 0 : hanging), Span(part, ink))
        }
    }

    /// Adds a line of another program's output over as many lines as it needs, with the blanks that it has.
    ///
    /// Of a very long line the middle is left out, as a reason stands at its end.
    mutating func quoted(_ text: String, indent: Int) {
        let parts = broken(elided(legible(text), to: 1_000, .middle, mark: ellipsis), to: style.width - indent - 2)
        for (index, part) in parts.enumerated() {
            line(indent: indent, Span(index == 0 ? "| " : "  ", .faint), Span(part))
        }
    }

    /// Adds a title after its number, and returns the indentation of what follows.
    mutating func numbered(_ number: Int, _ title: String) -> Int {
        let head = "\(number)  "
        let indent = columns(of: head)
        for (index, part) in wrapped(legible(title), to: style.width - indent).enumerated() {
            line(indent: index == 0 ? 0 : indent, Span(index == 0 ? head : "", .faint), Span(part, .strong))
        }
        return indent
    }

    /// Adds a labelled value over as many lines as it needs.
    mutating func field(
        _ label: String, _ value: String, indent: Int = 2, gap: Int = 12, labelInk: Ink = .faint, ink: Ink = .plain
    ) {
        for (index, part) in wrapped(legible(value), to: style.width - indent - gap).enumerated() {
            line(indent: indent, Span(padded(index == 0 ? label : "", gap), labelInk), Span(part, ink))
        }
    }

    /// Adds an empty line unless the page is empty or ends with one.
    mutating func blank() {
        if lines.last?.allSatisfy({ $0 == " " }) == false { lines.append("") }
    }

    /// Adds a line that may be wider than the style allows.
    mutating func unlimited(_ text: String, _ ink: Ink) {
        append([Span(legible(text), ink)])
    }

    /// Adds a note on the number of omitted items, if there are any.
    mutating func writeMore(_ count: Int, _ noun: String? = nil, indent: Int = 2) {
        guard count > 0 else { return }
        let words = noun.map { counted(count, "more \($0)") } ?? "\(count) more"
        line(indent: indent, Span("\(ellipsis) \(words) in the JSON report", .faint))
    }

    /// Returns the text in characters that the style allows.
    func legible(_ text: String) -> String {
        let text = printable(text)
        return style.unicode ? text : String(text.map { $0.isASCII ? $0 : "?" })
    }

    private mutating func append(_ spans: [Span]) {
        let line = painted(spans)
        lines.append(style.isWorkflowLog ? line.withoutWorkflowCommands : line)
    }

    private func painted(_ spans: [Span]) -> String {
        let isPainted = style.color
        let text = spans.map { span in
            isPainted && span.ink != .plain && !span.text.isEmpty
                ? "\u{1B}[\(span.ink.rawValue)m\(span.text)\u{1B}[0m" : span.text
        }.joined()
        // Trailing blanks are invisible and break comparisons.
        return isPainted ? text : String(text.reversed().drop { $0 == " " }.reversed())
    }
}

/// Returns a text with blanks after it up to a width.
func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - columns(of: text), 0))
}

func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - columns(of: text), 0)) + text
}

/// Returns a part of the text report for other formats to quote, without colour and common indentation.
func excerpt(_ write: (inout TextPage) -> Void) -> [String] {
    var page = TextPage(style: TextStyle(width: 120))
    write(&page)
    let end = page.lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let indent = page.lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return page.lines[..<end].map { String($0.dropFirst(indent)) }
}

/// A row of a table of figures.
struct TextRow {
    /// The label and the figures. A label alone stands for omitted rows.
    var cells: [String]
    var ink = Ink.plain
}

extension TextPage {
    /// Adds a table in its usual columns, in narrower ones, or row by row, whichever fits first.
    mutating func table(_ rows: [TextRow], widths: [Int], indent: Int = 0) {
        let room = style.width - indent
        if widths.reduce(0, +) <= room { return write(rows, widths, indent) }
        let narrow = fitting(rows, gap: 2)
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

    /// Returns the widths of columns that are as wide as their cells, with a gap between two.
    func fitting(_ rows: [TextRow], gap: Int) -> [Int] {
        let count = rows.first?.cells.count ?? 0
        return (0..<count).map { column -> Int in
            let cells = rows.filter { $0.cells.count > column }.map { columns(of: legible($0.cells[column])) }
            return (cells.max() ?? 0) + (column == 0 ? 0 : gap)
        }
    }

    private mutating func write(_ rows: [TextRow], _ widths: [Int], _ indent: Int) {
        for row in rows {
            let figures = zip(row.cells, widths).dropFirst().map { aligned($0, $1) }.joined()
            line(indent: indent, Span(padded(row.cells.first ?? "", widths[0]) + figures, row.ink))
        }
    }
}
