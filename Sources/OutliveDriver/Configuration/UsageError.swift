/// An option that cannot be used: exit code 64.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to write instead: one line.
    public var message: String

    /// Makes an error of one line.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
