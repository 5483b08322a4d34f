#if LiveReset
/// The time since a moment on any clock.
struct Stopwatch: Sendable {
    /// Returns the time since the stopwatch was created.
    let elapsed: @Sendable () -> Duration
    /// Waits for a duration; throws if the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}
#endif
