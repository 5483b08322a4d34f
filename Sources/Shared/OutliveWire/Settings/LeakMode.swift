/// A mode of leak detection.
public enum LeakMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// Leaks are detected if the application supports it.
    case auto
    /// Leaks are always detected; an application without support is a failure.
    case require
    /// Leaks are not detected, and the application's registry stays off.
    case off
}
