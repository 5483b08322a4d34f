internal import OutliveSupport

/// The change that a reset makes to the input of the launch.
public struct InputChange: Hashable, Sendable {
    /// The arguments that replace those of the launch; `nil` to keep them, an empty list for none.
    public var arguments: [String]?
    /// The environment variables to add or replace; a name has no `=` and is not empty.
    public var environment: [String: String]
    /// The change to the fixture.
    public var fixture: FixtureChange

    /// Creates a change; by default it leaves the input of the launch as it was.
    public init(
        arguments: [String]? = nil, environment: [String: String] = [:], fixture: FixtureChange = .unchanged
    ) {
        self.arguments = arguments
        self.environment = environment
        self.fixture = fixture
    }

    /// Creates the change to the arguments, the variables and the fixture of an input.
    ///
    /// Variables of the launch that the input does not contain stay.
    public init(to input: LaunchInput) {
        self.init(
            arguments: input.arguments, environment: input.environment, fixture: FixtureChange(to: input.fixture))
    }
}

extension InputChange: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case arguments, environment, fixture
    }

    /// Decodes a change; input that is invalid for a launch throws an error.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        arguments = try values.decodeIfPresent([String].self, forKey: .arguments)
        environment = try values.decodeIfPresent([String: String].self, forKey: .environment) ?? [:]
        let path = try values.decodeIfPresent(String.self, forKey: .fixture)
        fixture = path.map(FixtureChange.init(to:)) ?? .unchanged
        func refuse(_ key: CodingKeys, _ why: String) -> DecodingError {
            DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: why)
        }
        if arguments?.contains(where: \.holdsNul) == true { throw refuse(.arguments, "an argument contains a NUL") }
        for (name, value) in environment {
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), !name.holdsNul, !value.holdsNul else {
                throw refuse(
                    .environment, "a variable cannot have the name '\(name.onOneLine(upTo: 60))' or this value")
            }
        }
        if case .path(let path) = fixture, !path.hasPrefix("/") || path.holdsNul {
            throw refuse(.fixture, "'\(path.onOneLine(upTo: 60))' is not an absolute path")
        }
    }

    /// Encodes the properties that change.
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
