internal import OutliveModel
internal import OutliveSupport

/// An error in the command's options; exit code 64.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line with the mistake and its correction.
    public var message: String

    /// Creates an error of one line; line breaks, which a quoted option may have, become spaces.
    public init(_ message: String) {
        self.message = message.onOneLine()
    }

    /// The message.
    public var description: String { message }
}
