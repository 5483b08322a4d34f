#if LiveReset
internal import Outlive

extension Task where Success: Sendable, Failure == Never {
    /// Returns the task's result, or `nil` at `end`, on cancellation of the caller, or if the client disconnects.
    ///
    /// The task itself continues.
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
