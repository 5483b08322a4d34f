/// Why a heap snapshot cannot be read.
public struct HeapSnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte of the file at which it is not what it should be; nil where that is not the file's fault.
    public var offset: Int?
    /// What is wrong, and what to do: one line.
    public var message: String

    /// Makes an error.
    public init(_ message: String, at offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }

    /// `at byte 96: the section table ends after the file`.
    public var description: String { offset.map { "at byte \($0): \(message)" } ?? message }
}
