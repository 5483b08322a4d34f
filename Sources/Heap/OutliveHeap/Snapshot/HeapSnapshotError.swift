/// An error in a heap snapshot, or in reading its file.
package struct HeapSnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset in the file of the invalid data, or `nil` if the file could not be read.
    package var offset: Int?
    /// The problem and its remedy, in one line.
    package var message: String

    /// Creates an error.
    package init(_ message: String, at offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }

    /// The message with its offset: `at byte 44: 65 frames per stack exceed the limit of 64`.
    package var description: String { offset.map { "at byte \($0): \(message)" } ?? message }
}
