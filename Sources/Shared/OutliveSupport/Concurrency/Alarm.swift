internal import Dispatch

/// An action that runs at a future time, unless the alarm is cancelled or released first.
///
/// A sleeping task is unsuitable: after cancellation it stays in the runtime's queue until its deadline, up to an hour
/// for some clients. Until then it retains its captures. Safe to use from any thread.
package final class Alarm: @unchecked Sendable {
    // Dispatch objects are thread-safe, but are not declared `Sendable`.
    private static let queue = DispatchQueue(label: "outlive.alarm", qos: .userInitiated)

    private let timer: any DispatchSourceTimer

    /// Schedules an action.
    ///
    /// - Parameters:
    ///   - pause: The time until the action runs. Zero or less runs it immediately.
    ///   - action: The action. It must not block, because all alarms share a queue.
    package init(after pause: Duration, _ action: @escaping @Sendable () -> Void) {
        let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.schedule(deadline: .now() + max(pause, .zero) / .seconds(1))
        timer.setEventHandler(handler: action)
        self.timer = timer
        timer.activate()
    }

    deinit { cancel() }

    /// Cancels the action and releases it; an action that is already running completes.
    package func cancel() {
        timer.cancel()
    }
}
