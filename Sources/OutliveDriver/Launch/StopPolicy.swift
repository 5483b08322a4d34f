public import OutliveModel

/// How a process is stopped: the signal, and how long it may take before it is killed.
public struct StopPolicy: Hashable, Sendable {
    /// The signal that asks the process to end; its group gets SIGKILL after the grace period.
    public var signal: SignalNumber
    /// How long the process may take to end.
    public var grace: Duration

    /// Makes a policy; SIGTERM and five seconds by default.
    public init(signal: SignalNumber = .terminate, grace: Duration = .seconds(5)) {
        self.signal = signal
        self.grace = grace
    }

    /// Reads `SIGNAL` or `SIGNAL,GRACE`: `INT`, `QUIT,500ms`.
    ///
    /// - Throws: `UsageError` when either part cannot be read.
    public init(parsing text: String) throws(UsageError) {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(signal: try SignalNumber(parsing: parts[0]))
        if parts.count == 2 { grace = try Duration(option: parts[1]) }
    }
}
