#if LiveReset
/// A sequence of times after a starting moment on a clock.
///
/// All times count from the start, because separate pauses would accumulate delays.
struct Timeline: Sendable {
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Starts the timeline now.
    ///
    /// - Parameter past: The time that has already passed.
    init(on clock: some Clock<Duration>, past: Duration = .zero) {
        let start = clock.now
        sleep = { time in try await clock.sleep(until: start.advanced(by: time - past), tolerance: nil) }
    }

    /// Waits until a time after the start, or returns immediately if it has passed.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func wait(until time: Duration) async throws {
        try await sleep(time)
    }
}
#endif
