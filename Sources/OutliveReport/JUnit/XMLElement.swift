/// An element of an XML 1.0 document, with its content.
struct XMLElement {
    var name: String
    /// Names and values, in the order in which they are written.
    var attributes: [(name: String, value: String)] = []
    var children: [XMLElement] = []
    /// Text before the children.
    var text = ""

    /// The element as lines of a document, each ended.
    ///
    /// - Parameter depth: how many elements it is in.
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
    /// Between tags, where line ends and tabs stay what they are.
    case text
    /// Between quotes, where a reader would make blanks of them.
    case attribute
}

/// Text as XML 1.0 can hold it: its few characters with a meaning are references, and those that it forbids even
/// as references are spelled out (its production 2, `Char`).
private func escaped(_ text: String, _ place: Place) -> String {
    text.replacingScalars { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&apos;"
        case "\r": "&#13;"
        case "\n", "\t": place == .text ? nil : "&#\(scalar.value);"
        case "\u{20}"..."\u{FFFD}", "\u{10000}"...: nil
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
