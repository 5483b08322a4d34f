/// A run of either report, or two comparable runs.
package struct ComparedRuns: Codable, Hashable, Sendable {
    /// The run of the earlier report; `nil` if none corresponds to the later run.
    package var old: Shard?
    /// The run of the later report; `nil` if none corresponds to the earlier run.
    package var new: Shard?
    /// The reason why the times of the two runs cannot be compared; `nil` if they can, or if there is only one run.
    package var apart: String?
    /// The changes in times; empty if they cannot be compared.
    package var times: [TimeChange]

    /// Creates a pair of runs.
    package init(old: Shard?, new: Shard?, apart: String? = nil, times: [TimeChange] = []) {
        self.old = old
        self.new = new
        self.apart = apart
        self.times = times
    }
}

/// The change of one measured time, from runs on the same machine with the same settings.
package struct TimeChange: Codable, Hashable, Sendable {
    /// The operation that was timed.
    package enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
        /// A relaunch: stop and start together.
        case relaunch
        /// A reset in the pairs.
        case reset
        /// A reset in the soak.
        case soak
    }

    /// The operation that was timed.
    package var subject: Subject
    /// The median of the earlier run, in seconds.
    package var old: Double
    /// The median of the later run, in seconds.
    package var new: Double
    /// The later median divided by the earlier one: above 1, the operation got slower.
    package var ratio: Double
    /// The bootstrap interval of `ratio`; `nil` if there are too few samples, or none as in a merged report.
    package var interval: Interval?

    /// Creates a change of a time.
    package init(subject: Subject, old: Double, new: Double, ratio: Double, interval: Interval?) {
        self.subject = subject
        self.old = old
        self.new = new
        self.ratio = ratio
        self.interval = interval
    }
}
