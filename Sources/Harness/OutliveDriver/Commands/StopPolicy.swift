public import OutliveModel

/// The signal that stops a process, and the grace period before it is killed.
public struct StopPolicy: Hashable, Sendable {
    /// The signal to the process; its group gets SIGKILL after the grace period.
    public var signal: SignalNumber
    /// The time that the process has to end.
    public var grace: Duration

    /// Creates a policy; SIGTERM and five seconds by default.
    public init(signal: SignalNumber = .terminate, grace: Duration = .seconds(5)) {
        self.signal = signal
        self.grace = grace
    }

    /// Parses `SIGNAL` or `SIGNAL,GRACE`, such as `INT` or `QUIT,500ms`.
    ///
    /// - Throws: `UsageError` if either part cannot be parsed.
    public init(parsing text: String) throws(UsageError) {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(signal: try SignalNumber(parsing: parts[0]))
        if parts.count == 2 { grace = try Duration(option: parts[1]) }
    }
}
