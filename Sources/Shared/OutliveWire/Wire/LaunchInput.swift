/// The input of a launch, or of a reset in its place; the same code reads both.
public struct LaunchInput: Hashable, Sendable {
    /// The launch arguments, without the name of the program.
    public var arguments: [String]
    /// The environment variables.
    public var environment: [String: String]
    /// The path of the fixture, a file or folder for the application alone; `nil` for none.
    ///
    /// At launch it is the value of `OUTLIVE_FIXTURE`.
    public var fixture: String?

    /// Creates an input; an empty one by default.
    public init(arguments: [String] = [], environment: [String: String] = [:], fixture: String? = nil) {
        self.arguments = arguments
        self.environment = environment
        self.fixture = fixture
    }

    /// Returns the input of a launch with the changes of a reset; everything else stays as it was.
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
