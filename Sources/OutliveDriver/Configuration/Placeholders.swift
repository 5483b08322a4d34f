internal import OutliveModel

/// What stands for the placeholders in the commands, URLs and paths of one start.
public struct Placeholders: Hashable, Sendable {
    /// `{port}`: a port of the loopback interface that was free when it was chosen.
    public var port: UInt16
    /// `{dir}`: a private directory of the instance, empty at every start and removed at every stop.
    public var directory: String
    /// `{instance}`: the number of the instance.
    public var instance: Int
    /// `{reset}`: how many resets were asked of the process so far, 0 at its launch and n from reset n on.
    public var reset: Int
    /// `{here}`: the folder whose files the options refer to, that of the configuration file where there is one.
    public var here: String

    /// Makes the values of one start.
    public init(port: UInt16, directory: String, instance: Int, reset: Int = 0, here: String = "/") {
        self.port = port
        self.directory = directory
        self.instance = instance
        self.reset = reset
        self.here = here
    }

    /// Values that only serve to check an option before anything is started.
    static let sample = Placeholders(port: 1, directory: "/dir", instance: 0)

    /// The placeholder of the port.
    static let portName = "{port}"
    /// The placeholder of the directory.
    static let directoryName = "{dir}"

    /// Whether `text` holds a placeholder that keeps two instances apart.
    static func isolate(in text: String) -> Bool {
        [portName, directoryName, "{instance}"].contains { text.contains($0) }
    }

    /// Every placeholder.
    static let names = [portName, directoryName, "{instance}", "{reset}", "{here}"]

    /// Refuses a word in braces that is not a placeholder.
    ///
    /// Not refused are `${word}` of a shell, `%{word}` of curl, `\p{word}` of a regular expression, and `{{word}}`,
    /// which stands for `{word}`.
    ///
    /// - Throws: `UsageError` with the placeholder that has the most similar name.
    static func refuseUnknown(in text: String) throws(UsageError) {
        for match in text.matches(of: /[$%]\{|\\\w\{|\{\{\w+\}\}|(\{[A-Za-z_]\w*\})/) {
            guard let word = match.output.1.map(String.init), !names.contains(word) else { continue }
            let nearest = names.min { difference(of: word, from: $0) < difference(of: word, from: $1) }
            throw UsageError(
                "there is no placeholder \(word) for '\(text)'; did you mean \(nearest ?? portName)? The placeholders are "
                    + "{port}, {dir}, {instance}, {reset} and {here}; write {\(word)} for \(word) itself")
        }
    }

    /// How far a word is from a name; nothing where one begins with the other, as in `{inst}` and `{directory}`.
    private static func difference(of word: String, from name: String) -> Int {
        let (word, name) = (word.lowercased().dropLast(), name.dropLast())
        return word.hasPrefix(name) || name.hasPrefix(word) ? 0 : String(word).editDistance(to: String(name))
    }

    /// `text` with every placeholder replaced, and `{{word}}` by `{word}`; other braces stay as they are.
    ///
    /// - Parameter quoting: applied to every value, where the text is in a language of its own.
    func fill(_ text: String, quoting: (String) -> String = { $0 }) -> String {
        // In one pass: a path that looks like a placeholder is not filled in again.
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
