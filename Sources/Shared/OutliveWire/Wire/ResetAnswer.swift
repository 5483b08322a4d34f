/// The body of the HTTP response to `POST /reset` and `POST /ping`.
public struct ResetAnswer: Hashable, Sendable {
    /// The id of the call; `nil` if it had none.
    public var id: String?
    /// The application's reply to the request.
    public var reply: ResetReply
    /// The current generation after the request, counted from 1.
    public var generation: Int
    /// `true` if the fate of the ended generation is known: nothing was alive any more, or its report is present.
    public var settled: Bool
    /// The report of the ended generation, if the client waited for it (`?wait=settled`).
    public var report: GenerationReport?
    /// `true` if the application tracks its components; otherwise nothing is known of survivors.
    public var watched: Bool

    /// Creates an answer.
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
    /// Decodes an answer; without `watched`, an older application is assumed to track its components.
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

/// The body of an HTTP response that refuses or fails.
public struct ErrorAnswer: Codable, Hashable, Sendable {
    /// One line with the event, its subject and the recommended action.
    public var error: String

    /// Creates the body of a refusal.
    public init(error: String) {
        self.error = error
    }
}
