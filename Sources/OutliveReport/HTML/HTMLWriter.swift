/// Writes nodes as text that a browser reads as HTML, and that is in order as XML wherever HTML allows both.
struct HTMLWriter {
    /// What was written.
    private(set) var text = ""
    /// The name of the element whose content is written, where that matters to how.
    private var context = Context.blocks

    private enum Context {
        /// Blanks between children mean nothing.
        case blocks
        /// They do.
        case phrasing
        /// Nothing is a tag but the end of the element itself.
        case raw
    }

    /// Writes a node and what is in it.
    mutating func write(_ node: HTMLNode) {
        switch node {
        case .element(let name, let attributes, let children): write(name, attributes, children)
        case .text(let words): text += context == .raw ? fenced(words) : escaped(words, .text)
        case .group(let nodes): for node in nodes { write(node) }
        case .verbatim(let markup): text += context == .raw ? fenced(markup) : markup
        }
    }

    private mutating func write(_ name: String, _ attributes: [HTMLNode.Attribute], _ children: [HTMLNode]) {
        let isOnOwnLine = context == .blocks && !phrases.contains(name)
        text += "<\(name)"
        for attribute in attributes {
            text += " \(attribute.name)"
            if !attribute.value.isEmpty || !switches.contains(attribute.name) {
                text += "=\"\(escaped(attribute.value, .attribute))\""
            }
        }
        if voids.contains(name) {
            text += ">"
        } else if children.isEmpty, shapes.contains(name) {
            text += "/>"
        } else {
            text += ">"
            let outer = context
            context = raws.contains(name) ? .raw : outer == .blocks && boxes.contains(name) ? .blocks : .phrasing
            if context == .blocks, isOnOwnLine, !children.isEmpty { text += "\n" }
            for child in children { write(child) }
            context = outer
            text += "</\(name)>"
        }
        if isOnOwnLine { text += "\n" }
    }
}

extension HTMLNode {
    /// The node as HTML.
    var html: String {
        var writer = HTMLWriter()
        writer.write(self)
        return writer.text
    }
}

/// Elements without content and without an end.
private let voids: Set = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
]
/// Elements of SVG, which end in themselves where they are empty.
private let shapes: Set = [
    "circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "stop", "use",
]
/// Elements in which there is no markup.
private let raws: Set = ["script", "style"]
/// Elements that hold others below each other, between which line ends mean nothing; their own line for each child.
private let boxes: Set = [
    "article", "aside", "body", "colgroup", "defs", "details", "dl", "div", "figure", "footer", "g", "head", "header",
    "html", "li", "main", "nav", "ol", "section", "svg", "table", "tbody", "tfoot", "thead", "tr", "ul",
]
/// Elements that may stand amid text.
private let phrases: Set = [
    "a", "abbr", "b", "bdi", "button", "code", "em", "i", "small", "span", "strong", "time", "tspan", "wbr",
]
/// Attributes that say all by being there.
private let switches: Set = ["controls", "disabled", "hidden", "open", "reversed"]

private enum Place {
    case text
    /// Between double quotes.
    case attribute
}

/// Text as nothing but text: signs with a meaning are references, and what could not be seen is spelled out.
///
/// Control characters are no part of HTML but for line ends and tabs, and those that turn the direction of text would
/// make a name look like another.
private func escaped(_ text: String, _ place: Place) -> String {
    text.replacingScalars { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": place == .attribute ? "&quot;" : nil
        case "'": place == .attribute ? "&#39;" : nil
        case "\n", "\t": place == .attribute ? "&#\(scalar.value);" : nil
        case " "..."~", "\u{200D}": nil
        default: scalar.isSeen ? nil : "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        // Of those that no character ever gets, HTML allows none.
        case .unassigned: !properties.isNoncharacterCodePoint
        default: true
        }
    }
}

/// What is in a style or script, in which nothing may end it or begin a comment.
private func fenced(_ text: String) -> String {
    text.replacing("</", with: "<\\/").replacing("<!--", with: "<\\!--")
}
