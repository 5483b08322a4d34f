/// What a reset is to change of the input that the application was launched with.
public struct InputChange: Hashable, Sendable {
    /// The launch arguments that take the place of the launch's; nil to leave those, an empty list for none.
    public var arguments: [String]?
    /// Environment variables to add or to replace; a name has no `=` and is not empty.
    public var environment: [String: String]
    /// Whether the fixture stays the launch's, and if not, what it is.
    public var fixture: FixtureChange

    /// Makes a change; by default one that leaves everything as it was at the launch.
    public init(
        arguments: [String]? = nil, environment: [String: String] = [:], fixture: FixtureChange = .unchanged
    ) {
        self.arguments = arguments
        self.environment = environment
        self.fixture = fixture
    }

    /// Makes the change after which the application sees just the arguments and the fixture of an input.
    ///
    /// Variables of the launch that the input does not name stay.
    public init(to input: LaunchInput) {
        self.init(
            arguments: input.arguments, environment: input.environment, fixture: FixtureChange(to: input.fixture))
    }
}

extension InputChange: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case arguments, environment, fixture
    }

    /// Reads a change; what no launch could be given is refused.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        arguments = try values.decodeIfPresent([String].self, forKey: .arguments)
        environment = try values.decodeIfPresent([String: String].self, forKey: .environment) ?? [:]
        let path = try values.decodeIfPresent(String.self, forKey: .fixture)
        fixture = path.map(FixtureChange.init(to:)) ?? .unchanged
        func refuse(_ key: CodingKeys, _ why: String) -> DecodingError {
            DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: why)
        }
        if arguments?.contains(where: \.holdsNul) == true { throw refuse(.arguments, "an argument holds a NUL") }
        for (name, value) in environment {
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), !name.holdsNul, !value.holdsNul else {
                throw refuse(
                    .environment, "no variable can be called '\(name.onOneLine(upTo: 60))', or have this value")
            }
        }
        if case .path(let path) = fixture, !path.hasPrefix("/") || path.holdsNul {
            throw refuse(.fixture, "'\(path.onOneLine(upTo: 60))' is no absolute path")
        }
    }

    /// Writes what the change names.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(arguments, forKey: .arguments)
        if !environment.isEmpty { try values.encode(environment, forKey: .environment) }
        switch fixture {
        case .unchanged: break
        case .none: try values.encode("", forKey: .fixture)
        case .path(let path): try values.encode(path, forKey: .fixture)
        }
    }
}

extension String {
    fileprivate var holdsNul: Bool { utf8.contains(0) }
}
