#if canImport(XCUIAutomation)
public import OutliveWire

/// The way in which an application became ready for a test.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public struct AppReady: Hashable, Sendable {
    /// The ways of becoming ready.
    public enum Way: Hashable, Sendable {
        /// The application was not running under this record, and was launched.
        case launched
        /// The application was reset in place.
        case reset
        /// The application was terminated and launched again.
        case relaunched(RelaunchReason)
    }

    /// The way in which the application became ready.
    public var way: Way
    /// The time from the request until ready, in seconds.
    public var seconds: Double
    /// The answer to the reset, or `nil` after a launch or a reset by Darwin notification.
    public var answer: ResetAnswer?

    /// Creates a description.
    public init(way: Way, seconds: Double, answer: ResetAnswer? = nil) {
        self.way = way
        self.seconds = seconds
        self.answer = answer
    }
}

/// The reason why an application was relaunched instead of reset.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
public enum RelaunchReason: Hashable, Sendable {
    /// Options changed that require a relaunch. The values are their spellings.
    case changed([String])
    /// The channel cannot transmit settings, and they differ from those of the launch.
    case untold
    /// The reset failed, and a fallback replaced it.
    case fallback(Failure)
}
#endif
