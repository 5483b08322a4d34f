#if LiveReset
internal import Foundation

/// A value behind a lock; hold it for a few instructions only.
///
/// `NSLock` is a pthread mutex, which ThreadSanitizer understands; `Synchronization.Mutex` gives it false races.
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
