/// What `POST /reset` and `POST /ping` answer: the body of the HTTP response.
public struct ResetAnswer: Codable, Hashable, Sendable {
    /// The id of the call; absent where it had none.
    public var id: String?
    /// How the request went.
    public var reply: ResetReply
    /// The generation that the application is in now, counted from 1.
    public var generation: Int
    /// Whether the ended generation has settled: nothing of it was alive any more, or its report is here.
    public var settled: Bool
    /// The report of the ended generation, where the client waited for it (`?wait=settled`).
    public var report: GenerationReport?

    /// Makes an answer.
    public init(
        id: String? = nil, reply: ResetReply, generation: Int, settled: Bool, report: GenerationReport? = nil
    ) {
        self.id = id
        self.reply = reply
        self.generation = generation
        self.settled = settled
        self.report = report
    }
}

/// The body of an HTTP response that refuses or fails: what happened, to what, and what to do, in one line.
public struct ErrorAnswer: Codable, Hashable, Sendable {
    /// The line.
    public var error: String

    /// Makes the body of a refusal.
    public init(error: String) {
        self.error = error
    }
}
