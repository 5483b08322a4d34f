#if LiveReset
/// The direction in which a task waits for a socket.
enum Readiness: Sendable {
    case readable
    case writable

    /// The wait exceeded its deadline.
    struct TimedOut: Error {}

    /// Suspends until the socket is ready or broken.
    ///
    /// The next system call reports the error of a broken socket. After the return nothing waits for the socket, so it
    /// can be closed.
    ///
    /// - Throws: `TimedOut` at the deadline, `CancellationError` if the task is cancelled.
    func wait(for descriptor: Descriptor, until deadline: ContinuousClock.Instant? = nil) async throws {
        try await Poller.shared.wait(for: descriptor, to: self, until: deadline)
    }
}
#endif
