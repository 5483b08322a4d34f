/// A request to an application: the content of `request-N.json`, and the decoded form of an HTTP request.
public struct ResetRequest: Hashable, Sendable {
    /// The kinds of request.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// Tears down, ends the generation and rebuilds.
        case reset
        /// Acknowledges only, to measure the cost of the transport.
        case ping
    }

    /// The version of the files in `OUTLIVE_DIR`.
    public var version: Int
    /// The number of the request in the acknowledgement: 1 or more, or 0 for a request without a number.
    public var id: Int
    /// The kind of request.
    public var kind: Kind
    /// The changes to the input of the rebuilt application.
    public var change: InputChange
    /// The maximum wait for the request's turn, in seconds; `nil` for no limit.
    public var deadline: Double?

    /// Creates a request; a plain reset by default.
    public init(
        id: Int, kind: Kind = .reset, change: InputChange = InputChange(), deadline: Double? = nil,
        version: Int = Hello.currentVersion
    ) {
        self.version = version
        self.id = id
        self.kind = kind
        self.change = change
        self.deadline = deadline
    }

    /// Returns the name of the file in `OUTLIVE_DIR` that holds request `id`.
    public static func fileName(id: Int) -> String { "request-\(id).json" }
}

extension ResetRequest: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case version, id, kind, deadline
    }

    /// Decodes a request; an unknown field throws an error with its name, because it would be ignored otherwise.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(Int.self, forKey: .version)
        // A newer version may have other fields; the reader refuses it by its version.
        if version <= Hello.currentVersion {
            try decoder.refuseFields(besides: CodingKeys.allCases + InputChange.CodingKeys.allCases)
        }
        id = try values.decode(Int.self, forKey: .id)
        kind = try values.decode(Kind.self, forKey: .kind)
        deadline = try values.decodeDeadline(forKey: .deadline)
        change = try InputChange(from: decoder)
    }

    /// Encodes the request, its change beside its other fields.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(version, forKey: .version)
        try values.encode(id, forKey: .id)
        try values.encode(kind, forKey: .kind)
        try values.encodeIfPresent(deadline, forKey: .deadline)
        try change.encode(to: encoder)
    }
}
