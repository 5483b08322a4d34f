#if LiveReset
/// A moment on a clock, and the times after it.
///
/// They are all counted from that moment: pauses between one and the next would add up what each of them is late.
struct Timeline: Sendable {
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Begins now.
    ///
    /// - Parameter past: how much has passed already.
    init(on clock: some Clock<Duration>, past: Duration = .zero) {
        let start = clock.now
        sleep = { time in try await clock.sleep(until: start.advanced(by: time - past), tolerance: nil) }
    }

    /// Waits for a time, counted from the beginning; returns at once where it has passed.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(until time: Duration) async throws {
        try await sleep(time)
    }
}
#endif
