#if LiveReset
extension Task where Success: Sendable, Failure == Never {
    /// What the task results in, if it does so in time; the task itself goes on.
    func value(until end: ContinuousClock.Instant) async -> Success? {
        let (first, continuation) = AsyncStream.makeStream(of: Success.self)
        let alarm = Task<Void, Never> {
            try? await Task<Never, Never>.sleep(until: end, clock: .continuous)
            continuation.finish()
        }
        Task<Void, Never> {
            continuation.yield(await value)
            continuation.finish()
        }
        defer { alarm.cancel() }
        for await value in first { return value }
        return nil
    }
}
#endif
