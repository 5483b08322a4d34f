internal import Foundation

/// A clock that only moves when a task sleeps by it: a sleep moves it to its end at once.
///
/// `onSleep` receives the time at which each sleep ends, and may change the world meanwhile.
package final class ManualClock: Clock, @unchecked Sendable {
    /// A moment, counted from the clock's beginning.
    package struct Instant: InstantProtocol {
        /// The time since the clock's beginning.
        package var time: Swift.Duration

        /// Creates a moment; by default the beginning.
        package init(time: Swift.Duration = .zero) {
            self.time = time
        }

        package func advanced(by duration: Swift.Duration) -> Instant { Instant(time: time + duration) }
        package func duration(to other: Instant) -> Swift.Duration { other.time - time }
        package static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private let lock = NSLock()
    private var instant = Instant()
    private var pauses: [Swift.Duration] = []
    private let onSleep: @Sendable (Swift.Duration) -> Void

    /// - Parameter onSleep: Called with the time at which each sleep ends.
    package init(onSleep: @escaping @Sendable (Swift.Duration) -> Void = { _ in }) {
        self.onSleep = onSleep
    }

    package var now: Instant { lock.withLock { instant } }
    package var minimumResolution: Swift.Duration { .zero }
    /// The sleeps so far.
    package var sleeps: [Swift.Duration] { lock.withLock { pauses } }

    package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try Task.checkCancellation()
        let time = lock.withLock {
            pauses.append(instant.duration(to: deadline))
            instant = max(instant, deadline)
            return instant.time
        }
        onSleep(time)
    }

    /// Moves the clock while no task sleeps by it.
    package func advance(by duration: Swift.Duration) {
        lock.withLock { instant = instant.advanced(by: duration) }
    }
}
