/// An undeclared difference, in either report, between the state after a reset and the state after a launch.
package struct ComparedDifference: Codable, Hashable, Sendable {
    /// The change from the earlier report to the later one.
    package var change: Change
    /// The check that found it.
    package var check: FidelityCheck
    /// The subject that differs, such as `file /var/log/app.log`; empty for the output of the probe.
    package var subject: String
    /// `true` if it failed the later run.
    package var fails: Bool

    /// Creates a difference.
    package init(change: Change, check: FidelityCheck, subject: String, fails: Bool) {
        self.change = change
        self.check = check
        self.subject = subject
        self.fails = fails
    }
}

/// A metric whose growth failed the soak of either report.
package struct ComparedGrowth: Codable, Hashable, Sendable {
    /// The change from the earlier report to the later one.
    package var change: Change
    /// The metric that grew.
    package var metric: Metric
    /// `true` if it failed the later run.
    package var fails: Bool

    /// Creates a record of growth.
    package init(change: Change, metric: Metric, fails: Bool) {
        self.change = change
        self.metric = metric
        self.fails = fails
    }
}

/// An expired entry of the list of known leaks.
package struct ComparedExpiry: Codable, Hashable, Sendable {
    /// The change from the earlier report to the later one.
    package var change: Change
    /// The expired entry.
    package var entry: KnownLeak

    /// Creates a record of an expired entry.
    package init(change: Change, entry: KnownLeak) {
        self.change = change
        self.entry = entry
    }
}
