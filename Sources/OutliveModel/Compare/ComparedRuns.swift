/// A run of either report, or two that can be compared.
public struct ComparedRuns: Codable, Hashable, Sendable {
    /// The run then; nil where none is like the one now.
    public var old: Shard?
    /// The run now; nil where none is like the one then.
    public var new: Shard?
    /// Why the times of the two cannot be compared; nil where they can, or where there is only one.
    public var apart: String?
    /// What became of the times; empty where they cannot be compared.
    public var times: [TimeChange]

    /// Makes a pair of runs.
    public init(old: Shard?, new: Shard?, apart: String? = nil, times: [TimeChange] = []) {
        self.old = old
        self.new = new
        self.apart = apart
        self.times = times
    }
}

/// What became of a time, measured on one machine in one way.
public struct TimeChange: Codable, Hashable, Sendable {
    /// What was timed.
    public enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
        /// A relaunch, stop and start together.
        case relaunch
        /// A reset, of the pairs.
        case reset
        /// A reset of the soak.
        case soak
    }

    /// What was timed.
    public var subject: Subject
    /// The median then, in seconds.
    public var old: Double
    /// The median now, in seconds.
    public var new: Double
    /// The median now divided by the median then: above 1, it takes longer.
    public var ratio: Double
    /// The bootstrap interval of `ratio`; nil where there are too few samples, or none, as in a merged report.
    public var interval: Interval?

    /// Makes a change.
    public init(subject: Subject, old: Double, new: Double, ratio: Double, interval: Interval?) {
        self.subject = subject
        self.old = old
        self.new = new
        self.ratio = ratio
        self.interval = interval
    }
}
