/// A regular expression that lines of output are searched for.
public struct LinePattern: Hashable, Sendable, CustomStringConvertible {
    /// The expression in the syntax of Swift's `Regex`.
    public let text: String
    private let compiled: CompiledPattern

    /// Reads an expression; a value that takes the place of a placeholder stands for itself.
    ///
    /// - Throws: `UsageError` when it is no regular expression.
    init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        let text = placeholders.fill(text, quoting: Self.literal)
        guard !text.isEmpty, let regex = try? Regex(text) else {
            throw UsageError("'\(text)' is no regular expression: escape what is meant literally with a backslash")
        }
        self.text = text
        compiled = CompiledPattern(regex)
    }

    /// Whether any part of `line` matches.
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
    public var description: String { text }

    /// Whether both are the same text.
    public static func == (one: LinePattern, other: LinePattern) -> Bool { one.text == other.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// `Regex` is not sendable because its transformations could hold anything; one made from text has none.
private final class CompiledPattern: @unchecked Sendable {
    let regex: Regex<AnyRegexOutput>

    init(_ regex: Regex<AnyRegexOutput>) {
        self.regex = regex
    }
}
