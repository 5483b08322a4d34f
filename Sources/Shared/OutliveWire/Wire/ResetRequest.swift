internal import OutliveSupport

/// A request to an application: the content of `request-N.json`, and the decoded form of an HTTP request.
public struct ResetRequest: Hashable, Sendable {
    /// The kinds of request.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// Tears down the application, ends the generation and rebuilds.
        case reset
        /// Only acknowledges, to measure the cost of the transport.
        case ping
    }

    /// The current version of the files in `OUTLIVE_DIR`.
    public static let currentVersion = 1

    /// The longest deadline, in seconds.
    fileprivate static let longestDeadline = 3_600.0

    /// The version of the files in `OUTLIVE_DIR`.
    public var version: Int
    /// The number of the request in the acknowledgement: 1 or more, or 0 for a request without a number.
    public var id: Int
    /// The kind of request.
    public var kind: Kind
    /// The changes to the input of the rebuilt application.
    public var change: InputChange
    /// The maximum wait for the request's turn, in seconds, up to 3600; `nil` for no limit, as for a number that is not
    /// finite.
    public var deadline: Double?

    /// Creates a request; a plain reset by default.
    public init(
        id: Int, kind: Kind = .reset, change: InputChange = InputChange(), deadline: Double? = nil,
        version: Int = ResetRequest.currentVersion
    ) {
        (self.version, self.id, self.kind) = (version, id, kind)
        (self.change, self.deadline) = (change, deadline)
    }

    /// The deadline within its limits, or `nil` for no limit.
    package var enforcedDeadline: Duration? {
        guard let deadline, deadline.isFinite else { return nil }
        // `Duration` traps on numbers that it cannot represent.
        return .seconds(min(max(deadline, 0), Self.longestDeadline))
    }

    /// Returns the name of the file in `OUTLIVE_DIR` for the request `id`.
    package static func fileName(id: Int) -> String { "request-\(id).json" }
}

extension ResetRequest: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case version, id, kind, deadline
    }

    /// Decodes a request, and throws an error that names an unknown field, which would otherwise be ignored.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(Int.self, forKey: .version)
        // A newer version may have other fields; the reader refuses it by its version.
        if version <= Self.currentVersion {
            try decoder.refuseFields(besides: CodingKeys.allCases + InputChange.CodingKeys.allCases)
        }
        id = try values.decode(Int.self, forKey: .id)
        kind = try values.decode(Kind.self, forKey: .kind)
        deadline = try values.decodeDeadline(forKey: .deadline)
        change = try InputChange(from: decoder)
    }

    /// Encodes the request, with the fields of its change among its own.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(version, forKey: .version)
        try values.encode(id, forKey: .id)
        try values.encode(kind, forKey: .kind)
        try values.encodeIfPresent(deadline, forKey: .deadline)
        try change.encode(to: encoder)
    }
}

/// The body of the HTTP request `POST /reset`.
package struct ResetCall: Hashable, Sendable {
    /// The maximum length of an id, in bytes.
    package static let longestID = 128

    /// The identifier of the request; requests with the same id are executed once.
    ///
    /// Without an id, each request is executed. An id has 1 to `longestID` bytes and no control characters.
    package var id: String?
    /// The changes to the input of the rebuilt application.
    package var change: InputChange
    /// The time limit for the turn and the reset, in seconds, or `nil` for the server's default of 30.
    package var deadline: Double?

    package init(id: String? = nil, change: InputChange = InputChange(), deadline: Double? = nil) {
        (self.id, self.change, self.deadline) = (id, change, deadline)
    }
}

extension ResetCall: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, deadline
    }

    /// Decodes a call, and throws an error that names an unknown field. The id may be a string or a whole number.
    package init(from decoder: any Decoder) throws {
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

    /// Encodes the call, with the fields of its change among its own.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(id, forKey: .id)
        try values.encodeIfPresent(deadline, forKey: .deadline)
        try change.encode(to: encoder)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a deadline, which must be more than 0 and at most 3600 seconds.
    fileprivate func decodeDeadline(forKey key: Key) throws -> Double? {
        guard let seconds = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard seconds > 0, seconds <= ResetRequest.longestDeadline else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "a deadline must be more than 0 and at most 3600 seconds")
        }
        return seconds
    }
}
