/// A markup language, with its rules for text that is not markup.
enum Markup {
    /// HTML, which forbids control characters other than line ends and tabs, and noncharacters.
    case html
    /// XML 1.0, which forbids characters even as references: see its production 2, `Char`.
    case xml

    /// The references for the characters that begin or end markup.
    static let references: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]

    /// Returns a text with markup characters as references, and with characters spelled out that are not to be written.
    ///
    /// - Parameter isQuoted: `true` for the value of an attribute, in which a reader replaces line ends by blanks.
    func escaped(_ text: String, isQuoted: Bool = false) -> String {
        text.replacingScalars { scalar in
            switch (scalar, self) {
            case ("&", _), ("<", _), (">", _): Self.references[scalar]
            case ("\"", _): self == .xml || isQuoted ? "&quot;" : nil
            case ("'", .xml): "&apos;"
            case ("'", .html): isQuoted ? "&#39;" : nil
            case ("\r", .xml): "&#13;"
            case ("\n", _), ("\t", _): isQuoted ? "&#\(scalar.value);" : nil
            default: writes(scalar) ? nil : "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
    }

    private func writes(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .html: (" "..."~").contains(scalar) || scalar == "\u{200D}" || scalar.isSeen
        case .xml: ("\u{20}"..."\u{FFFD}").contains(scalar) || scalar >= "\u{10000}"
        }
    }
}

extension Unicode.Scalar {
    /// `false` for control characters, noncharacters, and formatting that would make a name look like another.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        case .unassigned: !properties.isNoncharacterCodePoint
        default: true
        }
    }
}
