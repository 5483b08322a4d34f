#if LiveReset
internal import Outlive

extension Task where Success: Sendable, Failure == Never {
    /// What the task results in, if it does so in time, and before the one who asks is cancelled, or its client has
    /// gone; the task itself goes on.
    func value(until end: ContinuousClock.Instant, or departure: Departure) async -> Success? {
        let first = FirstOf<Success?>()
        let alarm = Alarm(after: ContinuousClock.now.duration(to: end)) { first.give(nil) }
        defer { alarm.cancel() }
        departure.then { first.give(nil) }
        Task<Void, Never> { first.give(await value) }
        return await withTaskCancellationHandler {
            await first.value
        } onCancel: {
            first.give(nil)
        }
    }
}
#endif
