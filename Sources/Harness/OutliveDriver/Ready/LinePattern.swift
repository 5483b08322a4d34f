/// A regular expression to search for in lines of output.
package struct LinePattern: Hashable, Sendable, CustomStringConvertible {
    /// The expression in the syntax of Swift's `Regex`.
    package let text: String
    private let compiled: CompiledPattern

    /// Parses an expression; the value of a placeholder is matched literally.
    ///
    /// - Throws: `UsageError` if it is no regular expression.
    init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        let text = placeholders.fill(text, quoting: Self.literal)
        guard !text.isEmpty, let regex = try? Regex(text) else {
            throw UsageError("'\(text)' is not a regular expression: escape literal characters with a backslash")
        }
        self.text = text
        compiled = CompiledPattern(regex)
    }

    /// Returns `true` if any part of `line` matches.
    func occurs(in line: String) -> Bool {
        line.contains(compiled.regex)
    }

    private static func literal(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            if !character.isLetter && !character.isNumber { text.append("\\") }
            text.append(character)
        }
    }

    /// The expression.
    package var description: String { text }

    /// Returns `true` if both have the same text.
    package static func == (one: LinePattern, other: LinePattern) -> Bool { one.text == other.text }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// `Regex` is not sendable because it can have transformations; one parsed from text has none.
private final class CompiledPattern: @unchecked Sendable {
    let regex: Regex<AnyRegexOutput>

    init(_ regex: Regex<AnyRegexOutput>) {
        self.regex = regex
    }
}
