internal import OutliveModel

/// An option that cannot be used: exit code 64.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to write instead: one line.
    public var message: String

    /// Makes an error of one line; line breaks, which a quoted option may have, become blanks.
    public init(_ message: String) {
        self.message = message.onOneLine()
    }

    /// The message.
    public var description: String { message }
}
