/// A trigger that was set off and is over.
struct FiredTrigger: Sendable {
    /// What there is of it beside its two moments.
    enum Remainder: Sendable {
        /// Nothing more.
        case nothing
        /// The family of the command that it was, which may live on.
        case family(of: ChildProcess)
        /// The generation that was ended, as the answer told it.
        case answer(endedGeneration: Int)
    }

    /// The moment just before it was set off.
    let sent: SuspendingClock.Instant
    /// When it was over: a signal at once, a command when it ended, a request when it was answered.
    let over: SuspendingClock.Instant
    private let remainder: Remainder

    init(sent: SuspendingClock.Instant, over: SuspendingClock.Instant, leaving remainder: Remainder = .nothing) {
        self.sent = sent
        self.over = over
        self.remainder = remainder
    }

    /// The generation that was ended; nil where no answer told it.
    var endedGeneration: Int? {
        guard case .answer(let generation) = remainder else { return nil }
        return generation
    }

    /// Ends what a command has left; to be called when nothing is timed any more.
    func tidyUp() async throws {
        if case .family(let child) = remainder { try await child.end(nil) }
    }
}
