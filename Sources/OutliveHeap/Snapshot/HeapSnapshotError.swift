/// An error in a heap snapshot, or in reading its file.
public struct HeapSnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset in the file of the invalid data, or `nil` if the file could not be read.
    public var offset: Int?
    /// The problem and its remedy, in one line.
    public var message: String

    /// Creates an error.
    public init(_ message: String, at offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }

    /// The message with its offset: `at byte 96: the section table ends after the file`.
    public var description: String { offset.map { "at byte \($0): \(message)" } ?? message }
}
