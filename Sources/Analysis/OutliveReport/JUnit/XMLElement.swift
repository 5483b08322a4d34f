/// An element of an XML 1.0 document, with its content.
struct XMLElement {
    var name: String
    /// The names and values, in the order of writing.
    var attributes: [(name: String, value: String)] = []
    var children: [XMLElement] = []
    var text = ""

    /// Writes the element as lines of a document.
    func write(to document: inout String, depth: Int = 0) {
        let indent = String(repeating: "  ", count: depth)
        let head = attributes.reduce("\(indent)<\(name)") { "\($0) \($1.name)=\"\(escaped($1.value, .attribute))\"" }
        if text.isEmpty, children.isEmpty {
            document += "\(head)/>\n"
            return
        }
        document += "\(head)>\(escaped(text, .text))"
        if !children.isEmpty {
            document += "\n"
            for child in children { child.write(to: &document, depth: depth + 1) }
            document += indent
        }
        document += "</\(name)>\n"
    }
}

private enum Place {
    /// Content between tags, in which line ends and tabs are preserved.
    case text
    /// A quoted value, in which a reader replaces line ends and tabs by blanks.
    case attribute
}

/// Returns a text as XML 1.0 can hold it.
///
/// Markup characters become references. Characters that XML forbids even as references are spelled out: see its
/// production 2, `Char`.
private func escaped(_ text: String, _ place: Place) -> String {
    text.replacingScalars { scalar in
        switch scalar {
        case "&", "<", ">": markupReferences[scalar]
        case "\"": "&quot;"
        case "'": "&apos;"
        case "\r": "&#13;"
        case "\n", "\t": place == .text ? nil : "&#\(scalar.value);"
        case "\u{20}"..."\u{FFFD}", "\u{10000}"...: nil
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
