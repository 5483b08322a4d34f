internal import Foundation

/// A value behind a lock; hold it for a few instructions only, and never call out.
///
/// `NSLock` is a pthread mutex, which ThreadSanitizer understands; `Synchronization.Mutex` gives it false races.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Puts a value behind a lock.
    package init(_ value: Value) {
        self.value = value
    }

    /// Uses the value while no other thread does.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
