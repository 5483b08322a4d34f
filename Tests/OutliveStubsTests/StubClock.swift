import Foundation

/// A clock that only moves when a task sleeps by it: a sleep moves it to its end at once.
///
/// While the clock is held, no sleep ends.
final class StubClock: Clock, @unchecked Sendable {
    typealias Instant = ManualClock.Instant

    private let lock = NSLock()
    private var instant = Instant()
    private var pauses: [Swift.Duration] = []
    private var isHeld: Bool
    private let lateness: Swift.Duration
    private let sleepers: AsyncStream<Void>.Continuation
    /// Has an element for each sleep that begins.
    let asleep: AsyncStream<Void>

    /// - Parameter lateness: The delay of every wake-up after the end of its sleep.
    init(isHeld: Bool = false, lateness: Swift.Duration = .zero) {
        self.isHeld = isHeld
        self.lateness = lateness
        (asleep, sleepers) = AsyncStream.makeStream()
    }

    var now: Instant { lock.withLock { instant } }
    var minimumResolution: Swift.Duration { .zero }
    /// The times at which sleeps ended, or were to end, from the clock's beginning.
    var alarms: [Swift.Duration] { lock.withLock { pauses } }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        lock.withLock { pauses.append(deadline.time) }
        sleepers.yield()
        // Longer than any test runs; ended by the sleeper's cancellation.
        if lock.withLock({ isHeld }) { try await Task.sleep(for: .seconds(100_000)) }
        try Task.checkCancellation()
        lock.withLock { instant = max(instant, deadline).advanced(by: lateness) }
    }

    /// Lets sleeps that begin from now on end.
    func release() {
        lock.withLock { isHeld = false }
    }
}
