import Dispatch
import Outlive
import Synchronization

/// A repeating timer that is never cancelled and whose handler captures its owner.
struct TimerLeak: ServicePlugin {
    func attach(to service: NoteService) {
        LeakRegistry.shared.track(ReminderClock(), as: "ReminderClock").start()
    }
}

private final class ReminderClock: Sendable {
    // Thread-safe, like all of Dispatch, but its Swift interface on Linux does not declare it `Sendable`.
    nonisolated(unsafe) private let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    private let ticks = Atomic(0)

    func start() {
        timer.schedule(deadline: .now() + 1, repeating: 1)
        // The mistake: nothing calls `timer.cancel()`, and `self` is captured strongly.
        timer.setEventHandler { self.ticks.add(1, ordering: .relaxed) }
        timer.activate()
    }
}
