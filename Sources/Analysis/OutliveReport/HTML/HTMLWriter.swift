/// A writer of nodes as HTML, which is also well-formed XML wherever HTML allows both.
private struct HTMLWriter {
    private(set) var text = ""
    private var context = Context.blocks

    private enum Context {
        /// Blanks between children have no meaning.
        case blocks
        /// Blanks between children have a meaning.
        case phrasing
        /// The content has no tags but the end tag.
        case raw
    }

    mutating func write(_ node: HTMLNode) {
        switch node {
        case .element(let name, let attributes, let children): write(name, attributes, children)
        case .text(let words): text += context == .raw ? fenced(words) : Markup.html.escaped(words)
        case .group(let nodes): for node in nodes { write(node) }
        case .verbatim(let markup): text += context == .raw ? fenced(markup) : markup
        }
    }

    private mutating func write(_ name: String, _ attributes: [(name: String, value: String)], _ children: [HTMLNode]) {
        let isOnOwnLine = context == .blocks && !phrases.contains(name)
        text += "<\(name)"
        for attribute in attributes {
            text += " \(attribute.name)"
            if !attribute.value.isEmpty || !switches.contains(attribute.name) {
                text += "=\"\(Markup.html.escaped(attribute.value, isQuoted: true))\""
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
    var html: String {
        var writer = HTMLWriter()
        writer.write(self)
        return writer.text
    }
}

private let voids: Set = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
]
/// SVG elements that are closed by `/>` if they are empty.
private let shapes: Set = [
    "circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "stop", "use",
]
/// Elements whose content is not markup.
private let raws: Set = ["script", "style"]
/// Elements with block content, in which line ends have no meaning. Each child gets its own line.
private let boxes: Set = [
    "article", "aside", "body", "colgroup", "defs", "details", "dl", "div", "figure", "footer", "g", "head", "header",
    "html", "li", "main", "nav", "ol", "section", "svg", "table", "tbody", "tfoot", "thead", "tr", "ul",
]
private let phrases: Set = [
    "a", "abbr", "b", "bdi", "button", "code", "em", "i", "small", "span", "strong", "time", "tspan", "wbr",
]
private let switches: Set = ["controls", "disabled", "hidden", "open", "reversed"]

/// Returns the content of a style or script without sequences that end it or begin a comment.
private func fenced(_ text: String) -> String {
    text.replacing("</", with: "<\\/").replacing("<!--", with: "<\\!--")
}
