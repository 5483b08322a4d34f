/// What `POST /reset` asks for: the body of the HTTP request.
public struct ResetCall: Hashable, Sendable {
    /// The longest id, in bytes.
    public static let longestID = 128

    /// What tells the request from others: one that is sent again with the same id is carried out once; nil for one
    /// that is carried out each time.
    ///
    /// It has 1 to `longestID` bytes and no control characters.
    public var id: String?
    /// What the rebuilt application is to be given.
    public var change: InputChange
    /// How many seconds the client waits for its turn, and for the reset to be done; nil for the server's 30.
    public var deadline: Double?

    /// Makes a call; a plain reset by default.
    public init(id: String? = nil, change: InputChange = InputChange(), deadline: Double? = nil) {
        self.id = id
        self.change = change
        self.deadline = deadline
    }
}

extension ResetCall: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, deadline
    }

    /// Reads a call; the id may be a text or a whole number, and a field that is unknown is refused by its name.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseFields(besides: CodingKeys.allCases + InputChange.CodingKeys.allCases)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try Self.id(in: values)
        deadline = try values.decodeDeadline(forKey: .deadline)
        change = try InputChange(from: decoder)
    }

    private static func id(in values: KeyedDecodingContainer<CodingKeys>) throws -> String? {
        func refuse(_ why: String) -> DecodingError {
            DecodingError.dataCorruptedError(forKey: .id, in: values, debugDescription: why)
        }
        if let number = try? values.decode(Int.self, forKey: .id) { return String(number) }
        let text: String?
        do {
            text = try values.decodeIfPresent(String.self, forKey: .id)
        } catch {
            throw refuse("an id is a text or a whole number")
        }
        guard let id = text else { return nil }
        guard (1...longestID).contains(id.utf8.count) else { throw refuse("an id has 1 to \(longestID) bytes") }
        guard id.isOnOneLine else { throw refuse("an id has no control characters and no ends of lines") }
        return id
    }

    /// Writes the call, its change beside its other fields.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(id, forKey: .id)
        try values.encodeIfPresent(deadline, forKey: .deadline)
        try change.encode(to: encoder)
    }
}
