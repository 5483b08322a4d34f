/// What a launch is given, and what a reset is given in its place: the same code reads both.
public struct LaunchInput: Hashable, Sendable {
    /// The launch arguments, without the program's name.
    public var arguments: [String]
    /// The environment variables.
    public var environment: [String: String]
    /// The path of the fixture that the application is to work on: a file or a folder of its own; nil for none.
    ///
    /// At a launch it is the value of `OUTLIVE_FIXTURE`.
    public var fixture: String?

    /// Makes an input; an empty one by default.
    public init(arguments: [String] = [], environment: [String: String] = [:], fixture: String? = nil) {
        self.arguments = arguments
        self.environment = environment
        self.fixture = fixture
    }

    /// The input with what a reset asks for: what the change leaves open stays as it was at the launch.
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
