#if canImport(XCUIAutomation)
public import OutliveModel

/// How an application got ready for a test.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct AppReady: Hashable, Sendable {
    /// What was done for it.
    public enum Way: Hashable, Sendable {
        /// It was not running under this record, and was launched.
        case launched
        /// It was reset in place.
        case reset
        /// It was terminated and launched again.
        case relaunched(RelaunchReason)
    }

    /// What was done for it.
    public var way: Way
    /// From the request until ready, in seconds.
    public var seconds: Double
    /// What the application said of the reset; nil after a launch, and where a Darwin notification asked for it.
    public var answer: ResetAnswer?

    /// Makes the description of one readiness.
    public init(way: Way, seconds: Double, answer: ResetAnswer? = nil) {
        self.way = way
        self.seconds = seconds
        self.answer = answer
    }
}

/// Why an application was terminated and launched again instead of being reset.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public enum RelaunchReason: Hashable, Sendable {
    /// Options have changed that cannot change without a relaunch; as they are spelled.
    case changed([String])
    /// The channel tells no settings, and others than the launch's were asked for.
    case untold
    /// The reset failed: a fallback.
    case fallback(Failure)
}
#endif
