internal import OutliveSupport

/// A value that is parsed from an option's text after its placeholders are filled.
package protocol TemplateValue: Hashable, Sendable {
    init(parsing text: String, filling placeholders: Placeholders) throws(UsageError)
}

/// An option whose value can differ between starts, because its text may have placeholders.
///
/// The text is checked on creation, so a mistake is reported before anything is started.
package struct Template<Value: TemplateValue>: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    /// The value with sample placeholders; only its kind is meaningful.
    let sample: Value

    package init(_ text: String) throws(UsageError) {
        try Placeholders.refuseUnknown(in: text)
        self.text = text
        sample = try Value(parsing: text, filling: .sample)
    }

    func filled(with placeholders: Placeholders) throws(UsageError) -> Value {
        try Value(parsing: text, filling: placeholders)
    }

    package var description: String { text }
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
    /// `{here}`: the folder that the options refer to, that of the configuration file if there is one.
    package var here = "/"

    /// Sample values to check an option before anything is started.
    static let sample = Placeholders(port: 1, directory: "/dir", instance: 0)

    static let portName = "{port}"
    static let directoryName = "{dir}"
    static let names = [portName, directoryName, "{instance}", "{reset}", "{here}"]

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
                    + "{port}, {dir}, {instance}, {reset} and {here}; write {\(word)} for \(word) itself")
        }
    }

    /// Returns the edit distance of two words, or 0 if one is a prefix of the other, as in `{inst}` and `{directory}`.
    private static func difference(of word: String, from name: String) -> Int {
        let (word, name) = (word.lowercased().dropLast(), name.dropLast())
        return word.hasPrefix(name) || name.hasPrefix(word) ? 0 : String(word).editDistance(to: String(name))
    }

    /// Returns `text` with every placeholder replaced, and `{{word}}` by `{word}`; other braces stay.
    ///
    /// - Parameter quoting: escapes every value for the language of the text.
    func fill(_ text: String, quoting: (String) -> String = { $0 }) -> String {
        // One pass, so that a substituted path that contains a placeholder stays as it is.
        text.replacing(/\{(\{\w+\})\}|\{[a-z]+\}/) { match in
            if let literal = match.output.1 { return String(literal) }
            return value(of: match.output.0).map(quoting) ?? String(match.output.0)
        }
    }

    private func value(of name: Substring) -> String? {
        switch name {
        case Self.portName[...]: String(port)
        case Self.directoryName[...]: directory
        case "{instance}": String(instance)
        case "{reset}": String(reset)
        case "{here}": here
        default: nil
        }
    }
}
