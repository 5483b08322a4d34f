import Foundation

/// A clock that a sleep moves to its end at once.
final class FakeClock: Clock, @unchecked Sendable {
    struct Instant: InstantProtocol {
        var time = Swift.Duration.zero
        func advanced(by duration: Swift.Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.time - time }
        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private let lock = NSLock()
    private var instant = Instant()
    private var pauses: [Swift.Duration] = []

    var now: Instant { lock.withLock { instant } }
    var minimumResolution: Swift.Duration { .zero }
    /// The sleeps so far.
    var sleeps: [Swift.Duration] { lock.withLock { pauses } }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try Task.checkCancellation()
        lock.withLock {
            pauses.append(instant.duration(to: deadline))
            instant = max(instant, deadline)
        }
    }

    /// Moves the clock, as a look that takes long does.
    func advance(by duration: Swift.Duration) {
        lock.withLock { instant = instant.advanced(by: duration) }
    }
}
