/// What changed from one report to another: what `outlive compare` is about.
///
/// Its JSON form is versioned; `docs/report-format.md` is the grammar.
public struct ReportComparison: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 1

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that compared.
    public var toolVersion: String
    /// What fails the comparison.
    public var policy: ComparisonPolicy
    /// How the earlier report ended, in its own words.
    public var old: ComparedReport
    /// How the later report ended, in its own words.
    public var new: ComparedReport
    /// The leaks and suspects of both, each once: what is new first, then what got worse, is as it was, got better, is
    /// gone.
    public var leaks: [ComparedLeak]
    /// Where the state after a reset was not that after a launch, in either.
    public var differences: [ComparedDifference]
    /// What grew over the soaks, in either, in a way that failed the run; each metric once.
    public var growth: [ComparedGrowth]
    /// The entries of the list of known leaks that have expired, and that fail the later run for it.
    public var expired: [ComparedExpiry]
    /// The failures of the later report.
    public var failures: [Failure]
    /// The runs of both, side by side where machine and plan are the same.
    public var runs: [ComparedRuns]
    /// What a reader should know about how this came about.
    public var notes: [String]

    /// Makes a comparison that found nothing.
    public init(toolVersion: String, policy: ComparisonPolicy, old: ComparedReport, new: ComparedReport) {
        format = Self.currentFormat
        self.toolVersion = toolVersion
        self.policy = policy
        self.old = old
        self.new = new
        leaks = []
        differences = []
        growth = []
        expired = []
        failures = []
        runs = []
        notes = []
    }
}

/// What fails a comparison.
public struct ComparisonPolicy: Codable, Hashable, Sendable {
    /// Which leaks and differences fail it.
    public enum FailOn: String, Codable, Hashable, Sendable, CaseIterable {
        /// Those that are new, or got worse.
        case new
        /// All that are there now.
        case leak
        /// None.
        case never
    }

    /// Which leaks and differences fail it.
    public var failOn: FailOn
    /// The greatest ratio of the reset's time to what it was that passes the gate; nil: no gate.
    public var maximumSlowdown: Double?

    /// Makes a policy.
    public init(failOn: FailOn = .new, maximumSlowdown: Double? = nil) {
        self.failOn = failOn
        self.maximumSlowdown = maximumSlowdown
    }
}

/// One of the two reports that are compared.
public struct ComparedReport: Codable, Hashable, Sendable {
    /// What it was read from, as it was named.
    public var name: String
    /// The version of Outlive that made it.
    public var toolVersion: String
    /// When its first run began: ISO 8601, UTC.
    public var startedAt: String
    /// How it ended.
    public var outcome: Outcome
    /// Whether it, or a run of it, was stopped by an interrupt, whatever else it complains of.
    public var interrupted: Bool
    /// Its summary line.
    public var summary: String

    /// Makes the record of a report.
    public init(
        name: String, toolVersion: String, startedAt: String, outcome: Outcome, interrupted: Bool = false,
        summary: String
    ) {
        self.name = name
        self.toolVersion = toolVersion
        self.startedAt = startedAt
        self.outcome = outcome
        self.interrupted = interrupted
        self.summary = summary
    }
}

/// What became of something from one report to the next.
public enum Change: String, Codable, Hashable, Sendable, CaseIterable {
    /// It was not there.
    case new
    /// It was there, and its verdict is a worse one now, or it was accepted and is not now.
    case worse
    /// It is as it was.
    case unchanged
    /// It is there, and its verdict was a worse one, or it is accepted now.
    case better
    /// It is not there any more.
    case fixed
    /// Only one of the runs looked, or the later one did not look to its end.
    case notCompared
}

/// One leak, or suspect, of either report.
public struct ComparedLeak: Codable, Hashable, Sendable {
    /// What became of it.
    public var change: Change
    /// Who saw it.
    public var tier: Tier
    /// What the objects have in common, as the later report has it, or else the earlier one.
    public var key: ComponentKey
    /// Its fingerprint, from the same report.
    public var fingerprint: String
    /// The reference to blame, where one is known.
    public var culprit: String?
    /// What was seen of it then; nil where it was not there.
    public var old: SeenLeak?
    /// What is seen of it now; nil where it is not there.
    public var new: SeenLeak?

    /// Makes a leak.
    public init(
        change: Change, tier: Tier, key: ComponentKey, fingerprint: String, culprit: String? = nil,
        old: SeenLeak? = nil, new: SeenLeak? = nil
    ) {
        self.change = change
        self.tier = tier
        self.key = key
        self.fingerprint = fingerprint
        self.culprit = culprit
        self.old = old
        self.new = new
    }
}

/// What one report says of a leak.
public struct SeenLeak: Codable, Hashable, Sendable {
    /// What is said of it.
    public var verdict: Verdict
    /// How many distinct objects were alive at the end, in all runs together.
    public var objects: Int
    /// Whether it failed a run under the run's policy.
    public var fails: Bool
    /// The known leak that accepts it.
    public var known: KnownLeak?
    /// Whether it only goes with another one.
    public var isVictim: Bool

    /// Makes what a report says.
    public init(verdict: Verdict, objects: Int, fails: Bool, known: KnownLeak? = nil, isVictim: Bool = false) {
        self.verdict = verdict
        self.objects = objects
        self.fails = fails
        self.known = known
        self.isVictim = isVictim
    }
}

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
