/// A piece of an HTML page or of an SVG picture in it; what it says is escaped when it is written.
indirect enum HTMLNode: Hashable {
    /// An element, its attributes in the order in which they are written, and its content.
    case element(String, [Attribute], [HTMLNode])
    /// Text from anywhere.
    case text(String)
    /// Several pieces in a row.
    case group([HTMLNode])
    /// Text that is markup already: styles and scripts of Outlive's own.
    case verbatim(String)

    /// One attribute of an element.
    struct Attribute: Hashable {
        var name: String
        var value: String
    }
}

extension HTMLNode {
    /// Nothing.
    static let none = HTMLNode.group([])

    /// An element with what a block lists: `.tag("p", ["class": "plain"]) { "text"; .tag("b") { "bold" } }`.
    ///
    /// - Parameters:
    ///   - name: the name, in lower case in HTML; names of SVG as SVG spells them.
    ///   - attributes: names and values in order; without those that are nil, and an empty value for one that is only
    ///     there (`open`).
    static func tag(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], @HTMLBuilder _ content: () -> [HTMLNode]
    ) -> HTMLNode {
        let given = attributes.compactMap { name, value in value.map { Attribute(name: name, value: $0) } }
        return .element(name, given, content())
    }

    /// An element without content: `.tag("circle", ["r": "2"])`.
    static func tag(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) -> HTMLNode {
        tag(name, attributes) {}
    }

    /// Whether nothing at all would be written.
    var isEmpty: Bool {
        switch self {
        case .element: false
        case .text(let text), .verbatim(let text): text.isEmpty
        case .group(let nodes): nodes.allSatisfy(\.isEmpty)
        }
    }
}

/// Lists nodes as they stand in a block: nodes, lists of them, texts, and nil for none, with `if`, `switch` and `for`.
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
