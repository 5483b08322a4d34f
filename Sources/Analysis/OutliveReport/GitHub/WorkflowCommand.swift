/// An annotation of a GitHub Actions run: an `error`, `warning` or `notice` workflow command.
struct WorkflowCommand {
    /// The severity. The names are those of the commands.
    enum Level: String, CaseIterable {
        case error
        case warning
        case notice
    }

    var level: Level
    var place: CheckoutPlace?
    var title: String
    var message: [String]

    var line: String {
        var properties: [String] = []
        if let place { properties = ["file=\(Self.property(place.path))", "line=\(place.line)"] }
        properties.append("title=\(Self.property(Self.shown(title)))")
        return "::\(level.rawValue) \(properties.joined(separator: ","))::"
            + message.map { Self.data(Self.shown($0)) }.joined(separator: "%0A")
    }

    /// Returns a text of readable length without control characters such as colours.
    private static func shown(_ text: String) -> String { elided(printable(text), to: 400, .tail) }

    /// Returns a text with the escapes of the runner. Otherwise external text could end the command and start another.
    private static func data(_ text: String) -> String { text.replacingScalars { escapes[$0] } }
    private static func property(_ text: String) -> String { data(text).replacingScalars { propertyEscapes[$0] } }

    private static let escapes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
    private static let propertyEscapes: [Unicode.Scalar: String] = [":": "%3A", ",": "%2C"]
}

extension String {
    /// The text without workflow commands, for the log of a GitHub Actions step.
    ///
    /// The runner executes `::` at the beginning of a line, after optional white space, and `##[` anywhere in a line. A
    /// blank inserted into either prevents this.
    package var withoutWorkflowCommands: String {
        // A combining mark forms another character with the last scalar, so the search goes by scalars.
        replacing(#/(^|[\r\n])([^\S\r\n]*)::/#.matchingSemantics(.unicodeScalar)) { "\($0.1)\($0.2): :" }
            .replacing(#/##\[/#.matchingSemantics(.unicodeScalar), with: "## [")
    }
}
