#if LiveReset
/// Time since a moment on a clock of any kind.
struct Stopwatch: Sendable {
    /// Time since the stopwatch was made.
    let elapsed: @Sendable () -> Duration
    /// Waits; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}
#endif
