import Foundation

/// A buffer for the text of a note.
final class Buffer {
    var text = ""
}

/// At most eight buffers, which are used again.
final class BufferPool: @unchecked Sendable {
    static let shared = BufferPool()
    private let lock = NSLock()
    private var free: [Buffer] = []

    /// Calls a closure with a buffer that no other caller has.
    func withBuffer<Result>(_ body: (Buffer) throws -> Result) rethrows -> Result {
        let buffer = lock.withLock { free.popLast() } ?? Buffer()
        defer {
            lock.withLock { if free.count < 8 { free.append(buffer) } }
        }
        return try body(buffer)
    }
}
