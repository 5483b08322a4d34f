public import OutliveModel

/// How an application got ready for a test.
public struct AppReady: Hashable, Sendable {
    /// What was done for it.
    public enum Way: Hashable, Sendable {
        /// It was not running, and was launched.
        case launched
        /// It was reset in place.
        case reset
        /// Nothing was asked of it since it got ready with the same settings and no fixture: it was left alone.
        case kept
        /// It was stopped and launched again.
        case relaunched(RelaunchReason)
    }

    /// What was done for it.
    public var way: Way
    /// From the request until ready, in seconds, without the wait for calls before it.
    public var seconds: Double
    /// The value of `{port}`; nil where no option holds it.
    public var port: UInt16?

    /// Makes the description of one readiness.
    public init(way: Way, seconds: Double, port: UInt16? = nil) {
        self.way = way
        self.seconds = seconds
        self.port = port
    }
}

/// Why an application was stopped and launched again instead of being reset.
public enum RelaunchReason: Hashable, Sendable {
    /// It is relaunched each time, as its strategy says.
    case strategy
    /// Options have changed that cannot change without a relaunch; as they are spelled.
    case changed([String])
    /// An earlier call was cancelled or failed half-way, so that nobody knows what it is in the middle of.
    case interrupted
    /// The reset failed: a fallback.
    case fallback(Failure)
}
