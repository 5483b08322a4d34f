/// One thing that is not after a reset as it is after a launch, in either report, and that nobody declared.
public struct ComparedDifference: Codable, Hashable, Sendable {
    /// What became of it.
    public var change: Change
    /// The check that found it.
    public var check: FidelityCheck
    /// What differs: `file /var/log/app.log`; empty for what the probe prints.
    public var subject: String
    /// Whether it failed the later run.
    public var fails: Bool

    /// Makes a difference.
    public init(change: Change, check: FidelityCheck, subject: String, fails: Bool) {
        self.change = change
        self.check = check
        self.subject = subject
        self.fails = fails
    }
}

/// A metric that grew over the soak of either report, in a way that failed it.
public struct ComparedGrowth: Codable, Hashable, Sendable {
    /// What became of it.
    public var change: Change
    /// What grew.
    public var metric: Metric
    /// Whether it failed the later run.
    public var fails: Bool

    /// Makes a growth.
    public init(change: Change, metric: Metric, fails: Bool) {
        self.change = change
        self.metric = metric
        self.fails = fails
    }
}

/// An entry of the list of known leaks that has expired.
public struct ComparedExpiry: Codable, Hashable, Sendable {
    /// What became of it.
    public var change: Change
    /// The entry.
    public var entry: KnownLeak

    /// Makes an expiry.
    public init(change: Change, entry: KnownLeak) {
        self.change = change
        self.entry = entry
    }
}
