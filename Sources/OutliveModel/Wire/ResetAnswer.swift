/// What `POST /reset` and `POST /ping` answer: the body of the HTTP response.
public struct ResetAnswer: Hashable, Sendable {
    /// The id of the call; absent where it had none.
    public var id: String?
    /// How the request went.
    public var reply: ResetReply
    /// The generation that the application is in after it, counted from 1.
    public var generation: Int
    /// Whether it is known what became of the ended generation: nothing was alive any more, or its report is here.
    public var settled: Bool
    /// The report of the ended generation, where the client waited for it (`?wait=settled`).
    public var report: GenerationReport?
    /// Whether the application watches its components: where it does not, nothing is known of survivors.
    public var watched: Bool

    /// Makes an answer.
    public init(
        id: String? = nil, reply: ResetReply, generation: Int, settled: Bool, report: GenerationReport? = nil,
        watched: Bool = true
    ) {
        self.id = id
        self.reply = reply
        self.generation = generation
        self.settled = settled
        self.report = report
        self.watched = watched
    }
}

extension ResetAnswer: Codable {
    /// Reads an answer; one that does not say whether components are watched comes from where they are.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decodeIfPresent(String.self, forKey: .id),
            reply: try values.decode(ResetReply.self, forKey: .reply),
            generation: try values.decode(Int.self, forKey: .generation),
            settled: try values.decode(Bool.self, forKey: .settled),
            report: try values.decodeIfPresent(GenerationReport.self, forKey: .report),
            watched: try values.decodeIfPresent(Bool.self, forKey: .watched) ?? true)
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
