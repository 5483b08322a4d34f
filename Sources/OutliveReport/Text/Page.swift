/// Meaning that a terminal shows as colour.
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

/// Part of a line in one ink.
struct Span {
    var text: String
    var ink: Ink

    init(_ text: String, _ ink: Ink = .plain) {
        self.text = text
        self.ink = ink
    }
}

/// Lines of limited width, written from top to bottom.
///
/// Whatever is written, no line gets wider than the style allows, and no control character gets through.
struct Page {
    let style: TextStyle
    private(set) var lines: [String] = []

    init(style: TextStyle) {
        self.style = style
    }

    /// The mark of something left out.
    var ellipsis: String { style.unicode ? "…" : "..." }

    /// Adds a line; its end is left out where it is too wide.
    mutating func line(indent: Int = 0, _ spans: Span...) {
        line(indent: indent, spans)
    }

    /// Adds a line; its end is left out where it is too wide.
    mutating func line(indent: Int = 0, _ spans: [Span]) {
        var left = style.width - indent
        var fits: [Span] = []
        let total = spans.reduce(0) { $0 + columns(of: legible($1.text)) }
        for span in spans {
            let text = legible(span.text)
            let width = columns(of: text)
            // The last span that fits only in part takes the mark; a whole line needs none.
            if total > style.width - indent, width >= left {
                fits.append(Span(elided(text + ellipsis, to: left, .tail, mark: ellipsis), span.ink))
                break
            }
            fits.append(Span(text, span.ink))
            left -= width
        }
        append([Span(String(repeating: " ", count: indent))] + fits)
    }

    /// Adds a title, after an empty line.
    mutating func title(_ text: String, _ ink: Ink = .strong) {
        blank()
        paragraph(text, indent: 0, ink: ink)
    }

    /// Adds text over as many lines as it takes.
    mutating func paragraph(_ text: String, indent: Int, hanging: Int = 0, ink: Ink = .plain) {
        // All lines leave room for the hanging indent: a little is wasted on the first, and cutting stays simple.
        let width = style.width - indent - hanging
        for (index, part) in wrapped(legible(text), to: width).enumerated() {
            line(indent: indent + (index == 0 ? 0 : hanging), Span(part, ink))
        }
    }

    /// Adds a labelled value, over as many lines as it takes.
    mutating func field(_ label: String, _ value: String, indent: Int = 2, ink: Ink = .plain) {
        let gap = 12
        let parts = wrapped(legible(value), to: style.width - indent - gap)
        for (index, part) in parts.enumerated() {
            line(indent: indent, Span(padded(index == 0 ? label : "", gap), .faint), Span(part, ink))
        }
    }

    /// Adds an empty line, unless there is one or the page is empty.
    mutating func blank() {
        if lines.last?.allSatisfy({ $0 == " " }) == false { lines.append("") }
    }

    /// Adds a line that may be wider than the style allows.
    mutating func unlimited(_ text: String, _ ink: Ink) {
        append([Span(legible(text), ink)])
    }

    /// Text that this style's terminal can show.
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
        // No trailing blanks: they are invisible and break comparisons.
        return isPainted ? text : String(text.reversed().drop { $0 == " " }.reversed())
    }
}

/// Text followed by blanks up to a width.
func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - columns(of: text), 0))
}

/// Text preceded by blanks up to a width.
func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - columns(of: text), 0)) + text
}

/// Part of the text report for other formats to quote: lines without colour and common indentation.
///
/// - Parameter write: writes the part.
func excerpt(_ write: (inout Page) -> Void) -> [String] {
    var page = Page(style: TextStyle(width: 120))
    write(&page)
    let end = page.lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let indent = page.lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return page.lines[..<end].map { String($0.dropFirst(indent)) }
}
