internal import OutliveSupport

/// The body of the HTTP request `POST /reset`.
public struct ResetCall: Hashable, Sendable {
    /// The maximum length of an id, in bytes.
    public static let longestID = 128

    /// The identifier of the request; repeated requests with the same id are executed once.
    ///
    /// Without an id, each request is executed. An id has 1 to `longestID` bytes and no control characters.
    public var id: String?
    /// The changes to the input of the rebuilt application.
    public var change: InputChange
    /// The time the client waits for its turn and for the reset, in seconds; `nil` for the server's default of 30.
    public var deadline: Double?

    /// Creates a call; a plain reset by default.
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

    /// Decodes a call; the id may be a text or a whole number, and an unknown field throws an error with its name.
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
            throw refuse("an id must be a text or a whole number")
        }
        guard let id = text else { return nil }
        guard (1...longestID).contains(id.utf8.count) else { throw refuse("an id must have 1 to \(longestID) bytes") }
        guard id.isOnOneLine else { throw refuse("an id must not contain control characters or line breaks") }
        return id
    }

    /// Encodes the call, its change beside its other fields.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(id, forKey: .id)
        try values.encodeIfPresent(deadline, forKey: .deadline)
        try change.encode(to: encoder)
    }
}
