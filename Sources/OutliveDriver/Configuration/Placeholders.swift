/// What stands for `{port}`, `{dir}` and `{instance}` in the commands, URLs and paths of one start.
public struct Placeholders: Hashable, Sendable {
    /// A port of the loopback interface that was free when it was chosen.
    public var port: UInt16
    /// A private directory of the instance, empty at every start and removed at every stop.
    public var directory: String
    /// The number of the instance.
    public var instance: Int

    /// Makes the values of one start.
    public init(port: UInt16, directory: String, instance: Int) {
        self.port = port
        self.directory = directory
        self.instance = instance
    }

    /// Values that only serve to check an option before anything is started.
    static let sample = Placeholders(port: 1, directory: "/dir", instance: 0)

    /// The placeholder of the port.
    static let portName = "{port}"
    /// The placeholder of the directory.
    static let directoryName = "{dir}"
    /// The placeholder of the instance's number.
    static let instanceName = "{instance}"

    /// Whether `text` holds any placeholder, so that two instances can be kept apart by it.
    static func occur(in text: String) -> Bool {
        names.contains { text.contains($0) }
    }

    /// All placeholders.
    private static let names = [portName, directoryName, instanceName]

    /// Refuses a word in braces that is no placeholder where a port is expected.
    ///
    /// That is after a colon, or after `port` and a blank or `=`. Elsewhere braces may mean anything.
    ///
    /// - Throws: `UsageError` that names the placeholders.
    static func refuseUnknown(in text: String) throws(UsageError) {
        for match in text.matches(of: /(?::|port[ =])['"]?(\{\w+\})/.ignoresCase())
        where !names.contains(String(match.output.1)) {
            throw UsageError(
                "there is no placeholder \(match.output.1) for '\(text)': the placeholders are "
                    + names.joined(separator: ", "))
        }
    }

    /// `text` with every placeholder replaced; other braces stay as they are.
    ///
    /// - Parameter quoting: applied to every value, where the text is in a language of its own.
    func fill(_ text: String, quoting: (String) -> String = { $0 }) -> String {
        text.replacing(Self.portName, with: quoting(String(port)))
            .replacing(Self.instanceName, with: quoting(String(instance)))
            .replacing(Self.directoryName, with: quoting(directory))
    }
}
