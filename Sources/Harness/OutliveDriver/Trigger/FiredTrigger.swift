/// A trigger that has been fired and has ended.
struct FiredTrigger: Sendable {
    /// The result of the trigger in addition to its two times.
    enum Remainder: Sendable {
        case nothing
        /// The process of the command, whose family may live on.
        case family(of: ChildProcess)
        /// The generation that the reset ended, according to the response.
        case answer(endedGeneration: Int)
    }

    /// The moment just before it was fired.
    let sent: SuspendingClock.Instant
    /// The end of the trigger: at once for a signal, at its exit for a command, at its response for a request.
    let over: SuspendingClock.Instant
    private let remainder: Remainder

    init(sent: SuspendingClock.Instant, over: SuspendingClock.Instant, leaving remainder: Remainder = .nothing) {
        self.sent = sent
        self.over = over
        self.remainder = remainder
    }

    /// The generation that the reset ended, or `nil` without a response that reports it.
    var endedGeneration: Int? {
        guard case .answer(let generation) = remainder else { return nil }
        return generation
    }

    /// Ends the family of a command; call it when no measurement is running.
    func tidyUp() async throws {
        if case .family(let child) = remainder { try await child.end(nil) }
    }
}
