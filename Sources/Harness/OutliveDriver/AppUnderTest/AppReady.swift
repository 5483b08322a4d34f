public import OutliveModel

/// The way in which an application became ready for a test.
public struct AppReady: Hashable, Sendable {
    /// The action that made the application ready.
    public enum Way: Hashable, Sendable {
        /// The application was not running and was launched.
        case launched
        /// The application was reset in place.
        case reset
        /// The application was unused since it became ready with the same settings and no fixture, so it was left
        /// alone.
        case kept
        /// The application was stopped and launched again.
        case relaunched(RelaunchReason)
    }

    /// The action that made the application ready.
    public var way: Way
    /// The seconds from the request until ready, without the wait for earlier calls.
    public var seconds: Double
    /// The port substituted for `{port}`, or `nil` if no option uses it.
    public var port: UInt16?

    /// Creates a description of a readiness.
    public init(way: Way, seconds: Double, port: UInt16? = nil) {
        self.way = way
        self.seconds = seconds
        self.port = port
    }
}

/// The reason why an application was relaunched instead of being reset.
public enum RelaunchReason: Hashable, Sendable {
    /// The strategy requires a relaunch every time.
    case strategy
    /// Options that only a relaunch can change have changed; the value lists their spellings.
    case changed([String])
    /// An earlier call was cancelled or failed midway, so the state of the process is unknown.
    case interrupted
    /// The reset failed, and the relaunch is its fallback.
    case fallback(HarnessFailure)
}
