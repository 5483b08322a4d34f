/// The way in which an application becomes ready for the next test.
public enum ResetStrategy: String, CaseIterable, Hashable, Sendable {
    /// A reset in place where possible.
    case inPlace
    /// A relaunch every time, for comparison.
    case relaunch
}
