internal import OutliveSupport

/// The input of a launch, or of a reset that replaces a launch; the application reads both with the same code.
public struct LaunchInput: Hashable, Sendable {
    /// The launch arguments, without the name of the program.
    public var arguments: [String]
    /// The environment variables.
    public var environment: [String: String]
    /// The path of the fixture, a file or folder that only this application uses; `nil` for none.
    ///
    /// At launch it is the value of `OUTLIVE_FIXTURE`.
    public var fixture: String?

    /// Creates an input; an empty one by default.
    public init(arguments: [String] = [], environment: [String: String] = [:], fixture: String? = nil) {
        (self.arguments, self.environment, self.fixture) = (arguments, environment, fixture)
    }

    /// Returns the input of a launch with the changes of a reset.
    public func changed(by change: InputChange) -> LaunchInput {
        var input = self
        if let arguments = change.arguments { input.arguments = arguments }
        input.environment.merge(change.environment) { _, requested in requested }
        switch change.fixture {
        case .unchanged: break
        case .none: input.fixture = nil
        case .path(let path): input.fixture = path.isEmpty ? nil : path
        }
        return input
    }
}

/// The change that a reset makes to the input of the launch.
public struct InputChange: Hashable, Sendable {
    /// The arguments that replace the launch's, or `nil` to keep them. An empty array removes them.
    public var arguments: [String]?
    /// The environment variables to add or replace. A name is not empty and contains no `=`.
    public var environment: [String: String]
    /// The change to the fixture.
    public var fixture: FixtureChange

    /// Creates a change; by default it leaves the input of the launch unchanged.
    public init(
        arguments: [String]? = nil, environment: [String: String] = [:], fixture: FixtureChange = .unchanged
    ) {
        (self.arguments, self.environment, self.fixture) = (arguments, environment, fixture)
    }

    /// Creates the change to the arguments, the variables and the fixture of an input.
    ///
    /// Variables of the launch stay if the input does not contain them.
    public init(to input: LaunchInput) {
        self.init(
            arguments: input.arguments, environment: input.environment, fixture: FixtureChange(to: input.fixture))
    }
}

/// The change that a reset makes to the fixture of the launch.
///
/// In JSON it is a missing field, an empty string or a path.
public enum FixtureChange: Hashable, Sendable {
    /// The fixture of the launch stays.
    case unchanged
    /// The application has no fixture.
    case none
    /// The absolute path of another fixture; an empty path means none.
    case path(String)

    /// Creates the change to the fixture of an input.
    ///
    /// - Parameter path: The absolute path of the fixture. `nil` and an empty string mean none.
    public init(to path: String?) {
        self = path.flatMap { $0.isEmpty ? nil : .path($0) } ?? .none
    }
}

extension InputChange: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case arguments, environment, fixture
    }

    /// Decodes a change, and throws an error for input that is invalid for a launch.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        arguments = try values.decodeIfPresent([String].self, forKey: .arguments)
        environment = try values.decodeIfPresent([String: String].self, forKey: .environment) ?? [:]
        let path = try values.decodeIfPresent(String.self, forKey: .fixture)
        fixture = path.map(FixtureChange.init(to:)) ?? .unchanged
        func refuse(_ key: CodingKeys, _ why: String) -> DecodingError {
            DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: why)
        }
        if arguments?.contains(where: \.containsNul) == true { throw refuse(.arguments, "an argument contains a NUL") }
        for (name, value) in environment {
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), !name.containsNul, !value.containsNul else {
                throw refuse(
                    .environment, "a variable cannot have the name '\(name.onOneLine(upTo: 60))' or this value")
            }
        }
        if case .path(let path) = fixture, !path.hasPrefix("/") || path.containsNul {
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
    fileprivate var containsNul: Bool { utf8.contains(0) }
}
