/// A node of an HTML page or of an SVG picture in it. Its text is escaped when it is written.
indirect enum HTMLNode: Sendable {
    /// An element with its attributes, in the order of writing, and its content.
    case element(String, [(name: String, value: String)], [HTMLNode])
    case text(String)
    case group([HTMLNode])
    /// Markup that is written without escaping: the styles and scripts of Outlive.
    case verbatim(String)
}

extension HTMLNode {
    static let none = HTMLNode.group([])

    /// Returns an element with the content of a block: `.tag("p") { "text"; .tag("b") { "bold" } }`.
    ///
    /// - Parameters:
    ///   - attributes: The names and values in order. Attributes with `nil` are omitted. Those without a value, such as
    ///     `open`, are given as empty text.
    static func tag(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], @HTMLBuilder _ content: () -> [HTMLNode]
    ) -> HTMLNode {
        let given = attributes.compactMap { name, value in value.map { (name: name, value: $0) } }
        return .element(name, given, content())
    }

    /// Returns an element without content: `.tag("circle", ["r": "2"])`.
    static func tag(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) -> HTMLNode {
        tag(name, attributes) {}
    }

    /// `true` if the node has no text and no element.
    var isEmpty: Bool {
        switch self {
        case .element: false
        case .text(let text), .verbatim(let text): text.isEmpty
        case .group(let nodes): nodes.allSatisfy(\.isEmpty)
        }
    }
}

extension HTMLNode {
    /// `true` if the node or its content has text.
    var hasText: Bool {
        switch self {
        case .element(_, _, let children): children.contains(where: \.hasText)
        case .text(let text), .verbatim(let text): !text.isEmpty
        case .group(let nodes): nodes.contains(where: \.hasText)
        }
    }
}

/// A builder of node lists from nodes, lists, texts and optionals, with `if`, `switch` and `for`.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ node: HTMLNode) -> [HTMLNode] { [node] }
    static func buildExpression(_ nodes: [HTMLNode]) -> [HTMLNode] { nodes }
    static func buildExpression(_ node: HTMLNode?) -> [HTMLNode] { node.map { [$0] } ?? [] }
    static func buildExpression(_ text: String) -> [HTMLNode] { [.text(text)] }
    static func buildBlock(_ parts: [HTMLNode]...) -> [HTMLNode] { parts.flatMap { $0 } }
    static func buildArray(_ parts: [[HTMLNode]]) -> [HTMLNode] { parts.flatMap { $0 } }
    static func buildOptional(_ part: [HTMLNode]?) -> [HTMLNode] { part ?? [] }
    static func buildEither(first part: [HTMLNode]) -> [HTMLNode] { part }
    static func buildEither(second part: [HTMLNode]) -> [HTMLNode] { part }
}

extension HTMLNode {
    /// Returns an external name or path as code, on one line and without the middle of very long text.
    static func code(_ text: String, class name: String? = nil, limit: Int = 300) -> HTMLNode {
        .tag("code", ["class": name]) { elided(oneLine(text), to: limit, .middle) }
    }

    /// Returns a source line or function in a table, which breaks between folders and before the number of the line.
    static func place(_ text: String) -> HTMLNode {
        let shown = elided(oneLine(text), to: 160, .middle)
        guard shown.contains("/"), let colon = shown.lastIndex(of: ":") else { return .code(shown, class: "place") }
        return .tag("code", ["class": "place"]) {
            for folder in shown[..<colon].split(separator: "/", omittingEmptySubsequences: false).dropLast() {
                "\(folder)/"
                HTMLNode.tag("wbr")
            }
            String(shown[..<colon].split(separator: "/", omittingEmptySubsequences: false).last ?? "")
            HTMLNode.tag("wbr")
            String(shown[colon...])
        }
    }

    static func prose(_ text: String, limit: Int = 2000) -> HTMLNode { .text(elided(oneLine(text), to: limit, .tail)) }

    static func badge(_ word: String, _ tone: Tone) -> HTMLNode {
        .tag("span", ["class": "badge \(tone.rawValue)"]) { word }
    }

    static func paragraph(_ text: String, class name: String? = nil) -> HTMLNode {
        .tag("p", ["class": name]) { text }
    }

    /// Returns sentences as a list; see `PageLimits.rows`.
    static func notes(_ sentences: [String]) -> HTMLNode {
        .tag("ul", ["class": "notes"]) {
            for sentence in sentences.prefix(PageLimits.rows) { HTMLNode.tag("li") { HTMLNode.prose(sentence) } }
        }
    }

    static func more(_ count: Int, _ noun: String) -> HTMLNode? {
        count > 0 ? paragraph("… \(counted(count, "more \(noun)")) in the JSON report", class: "more") : nil
    }

    /// Returns a wide element that scrolls on its own on a narrow page.
    ///
    /// It is a group: a page of many tables would otherwise have as many landmarks, some of the same name.
    static func scrolling(_ label: String, _ node: HTMLNode) -> HTMLNode {
        .tag("div", ["class": "scroll", "role": "group", "aria-label": label, "tabindex": "0"]) { node }
    }

    static func folded(
        _ summary: String, class name: String? = nil, isOpen: Bool = false, @HTMLBuilder _ content: () -> [HTMLNode]
    ) -> HTMLNode {
        .tag("details", ["class": name, "open": isOpen ? "" : nil]) {
            HTMLNode.tag("summary") { summary }
            content()
        }
    }

    /// Returns figures, each with its name above it and a note below it.
    static func figures(_ figures: [KeyFigure]) -> HTMLNode {
        .tag("dl", ["class": "figures"]) {
            for figure in figures {
                HTMLNode.tag("div") {
                    HTMLNode.tag("dt") { figure.name }
                    HTMLNode.tag("dd", ["class": figure.tone?.rawValue]) { figure.value }
                    HTMLNode.tag("dd", ["class": "note"]) { figure.note }
                }
            }
        }
    }

    static func fields(_ rows: [(label: String, value: HTMLNode)]) -> HTMLNode {
        rows.isEmpty
            ? .none
            : .tag("dl", ["class": "fields"]) {
                for row in rows {
                    if !row.label.isEmpty { HTMLNode.tag("dt") { row.label } }
                    HTMLNode.tag("dd") { row.value }
                }
            }
    }
}

/// A value with a name above it and a note below it.
struct KeyFigure {
    var name: String
    var value: String
    var note: String
    var tone: Tone?
}
