internal import OutliveSupport

/// A value of an option, parsed once from a text that may have placeholders.
package protocol TemplateValue: Hashable, Sendable {
    /// Returns a function that makes the value from the values of the placeholders.
    static func parse(_ text: String) throws(UsageError) -> @Sendable (Placeholders) -> Self
}

/// An option whose value can differ between starts, because its text may have placeholders.
///
/// The text is parsed on creation, so a mistake is reported before anything is started.
package struct Template<Value: TemplateValue>: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    /// The value with sample placeholders; only its kind is meaningful.
    let sample: Value
    let filled: @Sendable (Placeholders) -> Value

    package init(_ text: String) throws(UsageError) {
        try Placeholders.refuseUnknown(in: text)
        self.text = text
        filled = try Value.parse(text)
        sample = filled(.sample)
    }

    package var description: String { text }
    package static func == (one: Template, other: Template) -> Bool { one.text == other.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A text that is split at its placeholders; `{{word}}` in it stands for `{word}`, and other braces stay.
struct PlaceholderText: Sendable {
    private var pieces: [(text: Substring, isPlaceholder: Bool)] = []

    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        while let match = rest.firstMatch(of: /\{(\{\w+\})\}|\{[a-z]+\}/) {
            let literal = match.output.1
            pieces += [(rest[..<match.range.lowerBound], false), (literal ?? match.output.0, literal == nil)]
            rest = rest[match.range.upperBound...]
        }
        pieces.append((rest, false))
    }

    /// `true` if the text has no placeholder.
    var isConstant: Bool { !pieces.contains(where: \.isPlaceholder) }

    /// Returns the text with every placeholder replaced.
    ///
    /// - Parameter quoting: escapes every value for the language of the text.
    func filled(with placeholders: Placeholders, quoting: (String) -> String = { $0 }) -> String {
        pieces.reduce(into: "") { text, piece in
            // Another word in braces belongs to the language of the text.
            let value = piece.isPlaceholder ? placeholders.value(of: piece.text).map(quoting) : nil
            text += value ?? String(piece.text)
        }
    }
}

/// The values of the placeholders in the commands, URLs and paths of one start.
package struct Placeholders: Hashable, Sendable {
    /// `{port}`: a port of the loopback interface that was free when it was chosen.
    package var port: UInt16
    /// `{dir}`: a private directory of the instance, empty at every start and removed at every stop.
    package var directory: String
    /// `{instance}`: the number of the instance.
    package var instance: Int
    /// `{reset}`: the number of resets requested from the process so far, 0 at its launch and n from reset n on.
    package var reset = 0
    /// `{here}`: the folder that the options refer to, or the configuration file's if there is one.
    package var here = "/"
    /// `{build}`: the path of the build that is launched, or `nil` if builds are not compared.
    package var build: String?

    /// Sample values to check an option before anything is started.
    static let sample = Placeholders(port: 1, directory: "/dir", instance: 0)

    static let portName = "{port}"
    static let directoryName = "{dir}"
    static let buildName = "{build}"
    static let names = [portName, directoryName, "{instance}", "{reset}", "{here}", buildName]

    /// Throws if a word in braces is not a placeholder.
    ///
    /// Accepts `${word}` of a shell, `%{word}` of curl, `\p{word}` of a regular expression, and `{{word}}`, which
    /// stands for `{word}`.
    static func refuseUnknown(in text: String) throws(UsageError) {
        for match in text.matches(of: /[$%]\{|\\\w\{|\{\{\w+\}\}|(\{[A-Za-z_]\w*\})/) {
            guard let word = match.output.1.map(String.init), !names.contains(word) else { continue }
            let nearest = names.min { difference(of: word, from: $0) < difference(of: word, from: $1) }
            throw UsageError(
                "there is no placeholder \(word) for '\(text)'; did you mean \(nearest ?? portName)? The placeholders are "
                    + "{port}, {dir}, {instance}, {reset}, {here} and {build}; write {\(word)} for \(word) itself")
        }
    }

    /// Returns the edit distance of two words, or 0 if one is a prefix of the other, as in `{inst}` and `{directory}`.
    private static func difference(of word: String, from name: String) -> Int {
        let (word, name) = (word.lowercased().dropLast(), name.dropLast())
        return word.hasPrefix(name) || name.hasPrefix(word) ? 0 : String(word).editDistance(to: String(name))
    }

    /// Returns the value of a placeholder, or `nil` for another word in braces.
    fileprivate func value(of name: Substring) -> String? {
        switch name {
        case Self.portName[...]: String(port)
        case Self.directoryName[...]: directory
        case "{instance}": String(instance)
        case "{reset}": String(reset)
        case "{here}": here
        case Self.buildName[...]: build
        default: nil
        }
    }
}
