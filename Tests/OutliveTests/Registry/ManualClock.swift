import Foundation

/// A clock that stands still but for those who sleep by it: a sleep moves it to its end at once.
///
/// `onSleep` sees how long each sleep is and what time it is then, and may change the world meanwhile.
final class ManualClock: Clock, @unchecked Sendable {
    struct Instant: InstantProtocol {
        var time = Swift.Duration.zero
        func advanced(by duration: Swift.Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.time - time }
        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private let lock = NSLock()
    private var instant = Instant()
    private var pauses: [Swift.Duration] = []
    private let onSleep: @Sendable (Swift.Duration) -> Void

    init(onSleep: @escaping @Sendable (Swift.Duration) -> Void = { _ in }) {
        self.onSleep = onSleep
    }

    var now: Instant { lock.withLock { instant } }
    var minimumResolution: Swift.Duration { .zero }
    /// The sleeps so far.
    var sleeps: [Swift.Duration] { lock.withLock { pauses } }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try Task.checkCancellation()
        let time = lock.withLock {
            pauses.append(instant.duration(to: deadline))
            instant = max(instant, deadline)
            return instant.time
        }
        onSleep(time)
    }

    /// Moves the clock while nobody sleeps.
    func advance(by duration: Swift.Duration) {
        lock.withLock { instant = instant.advanced(by: duration) }
    }
}

/// Objects that a test keeps alive, and lets go of from any thread.
final class Keeper: @unchecked Sendable {
    private let lock = NSLock()
    private var objects: [AnyObject] = []

    func keep(_ object: AnyObject) { lock.withLock { objects.append(object) } }

    func letGo() {
        var gone: [AnyObject] = []
        lock.withLock { swap(&gone, &objects) }
    }
}
