import Dispatch

/// A timer that ends sessions which nobody uses any more.
final class SessionSweeper: Sendable {
    // Safe from any thread, as all of Dispatch is; its Swift interface on Linux does not say so.
    nonisolated(unsafe) private let timer: any DispatchSourceTimer

    /// Starts the timer.
    init(_ sessions: SessionRegistry, idleLimit: Duration, every interval: DispatchTimeInterval = .seconds(60)) {
        timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + interval, repeating: interval)
        // Weak: a running timer lives until it is cancelled, and what its handler captures with it.
        timer.setEventHandler { [weak sessions] in sessions?.closeIdle(longerThan: idleLimit) }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Stops the timer; a second call does nothing.
    func stop() {
        timer.cancel()
    }
}
