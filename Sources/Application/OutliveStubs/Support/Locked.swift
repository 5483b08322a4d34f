#if LiveReset
internal import Foundation

/// A value protected by a lock; hold it only for a few instructions.
///
/// `NSLock` uses a pthread mutex, which ThreadSanitizer understands. `Synchronization.Mutex` causes false reports.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
#endif
