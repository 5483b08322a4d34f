/// What a reset is to change of the fixture that the application was launched with.
///
/// In JSON it is a field that is left out, an empty text, or a path.
public enum FixtureChange: Hashable, Sendable {
    /// The launch's stays.
    case unchanged
    /// There is none.
    case none
    /// The absolute path of another one; an empty path is none.
    case path(String)

    /// Makes the change to the fixture of an input.
    ///
    /// - Parameter path: its absolute path; nil or empty for none.
    public init(to path: String?) {
        self = path.flatMap { $0.isEmpty ? nil : .path($0) } ?? .none
    }
}
