#if LiveReset
internal import OutliveSupport
internal import Outlive

extension Task where Success: Sendable, Failure == Never {
    /// Returns the task's result, or `nil` at `end`, on cancellation of the caller, or if the client disconnects.
    ///
    /// The task itself continues.
    func value(until end: ContinuousClock.Instant, or departure: Departure) async -> Success? {
        let first = Promise<Success?>()
        let alarm = Alarm(after: ContinuousClock.now.duration(to: end)) { first.fulfil(nil) }
        defer { alarm.cancel() }
        departure.then { first.fulfil(nil) }
        Task<Void, Never> { first.fulfil(await value) }
        return await withTaskCancellationHandler {
            await first.getEvenIfCancelled()
        } onCancel: {
            first.fulfil(nil)
        }
    }
}
#endif
