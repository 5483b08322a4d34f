/// How an application gets ready for the next test.
public enum ResetStrategy: String, CaseIterable, Hashable, Sendable {
    /// By a reset in place, wherever that can do.
    case inPlace
    /// By a relaunch each time, to compare with.
    case relaunch
}
