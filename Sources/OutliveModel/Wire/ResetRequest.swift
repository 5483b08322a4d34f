/// What is asked of an application: the content of `request-N.json`, and of an HTTP request once it is understood.
public struct ResetRequest: Hashable, Sendable {
    /// What a request wants.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// Tear down, end the generation, rebuild.
        case reset
        /// Acknowledge only: tells what the transport costs.
        case ping
    }

    /// The version of the files in `OUTLIVE_DIR`.
    public var version: Int
    /// The request's number, which the acknowledgement carries: 1 or more, 0 for a request without one.
    public var id: Int
    /// What is wanted.
    public var kind: Kind
    /// What the rebuilt application is to be given instead of what it was launched with.
    public var change: InputChange
    /// How many seconds the request may wait for its turn before it is refused; nil for as long as it takes.
    public var deadline: Double?

    /// Makes a request; a plain reset by default.
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

    /// The name in `OUTLIVE_DIR` of the file that holds request `id`.
    public static func fileName(id: Int) -> String { "request-\(id).json" }
}

extension ResetRequest: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case version, id, kind, deadline
    }

    /// Reads a request; a field that is unknown is refused by its name: it asks for something that would not be done.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(Int.self, forKey: .version)
        // A newer version may have fields of its own; it is refused as such by whoever reads it.
        if version <= Hello.currentVersion {
            try decoder.refuseFields(besides: CodingKeys.allCases + InputChange.CodingKeys.allCases)
        }
        id = try values.decode(Int.self, forKey: .id)
        kind = try values.decode(Kind.self, forKey: .kind)
        deadline = try values.decodeDeadline(forKey: .deadline)
        change = try InputChange(from: decoder)
    }

    /// Writes the request, its change beside its other fields.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(version, forKey: .version)
        try values.encode(id, forKey: .id)
        try values.encode(kind, forKey: .kind)
        try values.encodeIfPresent(deadline, forKey: .deadline)
        try change.encode(to: encoder)
    }
}
