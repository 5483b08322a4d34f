/// The change that a reset makes to the fixture of the launch.
///
/// In JSON it is a missing field, an empty text or a path.
public enum FixtureChange: Hashable, Sendable {
    /// The fixture of the launch stays.
    case unchanged
    /// The application has no fixture.
    case none
    /// The absolute path of another fixture; an empty path means none.
    case path(String)

    /// Creates the change to the fixture of an input.
    ///
    /// - Parameter path: the absolute path of the fixture; `nil` or empty for none.
    public init(to path: String?) {
        self = path.flatMap { $0.isEmpty ? nil : .path($0) } ?? .none
    }
}
