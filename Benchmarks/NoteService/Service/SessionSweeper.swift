import Dispatch

/// A timer that ends unused sessions.
final class SessionSweeper: Sendable {
    // Thread-safe, like all of Dispatch, but its Swift interface on Linux does not declare it `Sendable`.
    nonisolated(unsafe) private let timer: any DispatchSourceTimer

    /// Starts the timer.
    init(_ sessions: SessionRegistry, idleLimit: Duration, every interval: DispatchTimeInterval = .seconds(60)) {
        timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + interval, repeating: interval)
        // Weak, because a running timer and the captures of its handler live until it is cancelled.
        timer.setEventHandler { [weak sessions] in sessions?.closeIdle(longerThan: idleLimit) }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Stops the timer; a second call does nothing.
    func stop() {
        timer.cancel()
    }
}
