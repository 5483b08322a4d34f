#if LiveReset
/// The direction in which a task waits for a socket.
enum Readiness: Sendable {
    case readable
    case writable

    /// The time limit of a wait passed.
    struct TimedOut: Error {}

    /// Waits, without holding a thread, until the socket is ready or broken.
    ///
    /// Of a broken one the next call reports the error. When this returns, nothing watches the socket any more, so that
    /// it may be closed.
    ///
    /// - Throws: `TimedOut` at the deadline, `CancellationError` when the task is cancelled.
    func wait(for descriptor: Descriptor, until deadline: ContinuousClock.Instant? = nil) async throws {
        try await Poller.shared.wait(for: descriptor, to: self, until: deadline)
    }
}
#endif
