internal import Foundation

/// A value behind a lock, to be held for a few instructions only and without calling foreign code.
///
/// `NSLock` is a pthread mutex, which ThreadSanitizer understands; it reports false races for `Synchronization.Mutex`.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Creates a locked value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Calls `body` with exclusive access to the value.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
