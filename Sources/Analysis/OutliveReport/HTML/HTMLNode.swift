/// A node of an HTML page or of an SVG picture in it. Its text is escaped when it is written.
indirect enum HTMLNode: Hashable {
    /// An element with its attributes, in the order of writing, and its content.
    case element(String, [Attribute], [HTMLNode])
    /// Text from any source.
    case text(String)
    /// A sequence of nodes.
    case group([HTMLNode])
    /// Markup that is written without escaping: the styles and scripts of Outlive.
    case verbatim(String)

    struct Attribute: Hashable {
        var name: String
        var value: String
    }
}

extension HTMLNode {
    static let none = HTMLNode.group([])

    /// Returns an element with the content of a block: `.tag("p") { "text"; .tag("b") { "bold" } }`.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case for HTML and as SVG spells it for SVG.
    ///   - attributes: The names and values in order. Attributes with `nil` are omitted. Those without a value, such as
    ///     `open`, are given as empty text.
    static func tag(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], @HTMLBuilder _ content: () -> [HTMLNode]
    ) -> HTMLNode {
        let given = attributes.compactMap { name, value in value.map { Attribute(name: name, value: $0) } }
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
