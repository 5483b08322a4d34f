#if LiveReset
internal import Dispatch

/// Something that is done at a time to come, unless it is called off before.
///
/// A task that sleeps will not do: one that is cancelled stays in the runtime's queue until its time would have come,
/// an hour for a patient client, and what it holds stays with it. Safe to use from any thread.
package final class Alarm: @unchecked Sendable {
    // Dispatch's objects may be used from any thread; their Swift types do not say so.
    private static let queue = DispatchQueue(label: "outlive.alarm", qos: .userInitiated)

    private let timer: any DispatchSourceTimer

    /// Sets an alarm.
    ///
    /// - Parameters:
    ///   - pause: how long from now; at once where it is not positive.
    ///   - action: must not block: all alarms go off on one queue.
    package init(after pause: Duration, _ action: @escaping @Sendable () -> Void) {
        let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.schedule(deadline: .now() + max(pause, .zero) / .seconds(1))
        timer.setEventHandler(handler: action)
        self.timer = timer
        timer.activate()
    }

    deinit { cancel() }

    /// Calls it off, and lets go of what it was to do; one that is going off now does so.
    package func cancel() {
        timer.cancel()
    }
}
#endif
