/// One run among those that a report was merged from: what is never mixed with that of another.
public struct Shard: Codable, Hashable, Sendable {
    /// The fingerprint of the run's report, by which it is told from others and not counted twice.
    public var id: String
    /// When the run began: ISO 8601, UTC.
    public var startedAt: String
    /// The machine that it took place on.
    public var machine: Machine
    /// The version of Swift that the application was built with, where it is known.
    public var toolchain: String?
    /// What was asked for.
    public var plan: Plan
    /// How its arms were kept apart.
    public var isolation: Isolation
    /// Relaunch against reset, of this run alone; absent when no pair was completed.
    public var comparison: Comparison?
    /// What its transport costs; absent when the application cannot be pinged.
    public var ping: Summary?
    /// How each metric changed over its soak.
    public var slopes: [Slope]
    /// Cycles of its soak.
    public var soakCycles: Int
    /// Whether leaks were watched for.
    public var watch: Watch
    /// Cycles that the heap tier looked at; nil where it was off.
    public var heapCycles: Int?
    /// Whether the state after its resets was not that after a launch, in a way that failed it.
    public var stateSurvived: Bool
    /// How many of its resets failed and were replaced by a relaunch.
    public var fallbacks: Int
    /// How it ended.
    public var outcome: Outcome
    /// Its summary line.
    public var summary: String

    /// Makes the record of a run.
    public init(
        id: String, startedAt: String, machine: Machine, toolchain: String? = nil, plan: Plan, isolation: Isolation,
        comparison: Comparison? = nil, ping: Summary? = nil, slopes: [Slope] = [], soakCycles: Int = 0, watch: Watch,
        heapCycles: Int? = nil, stateSurvived: Bool = false, fallbacks: Int = 0, outcome: Outcome, summary: String
    ) {
        self.id = id
        self.startedAt = startedAt
        self.machine = machine
        self.toolchain = toolchain
        self.plan = plan
        self.isolation = isolation
        self.comparison = comparison
        self.ping = ping
        self.slopes = slopes
        self.soakCycles = soakCycles
        self.watch = watch
        self.heapCycles = heapCycles
        self.stateSurvived = stateSurvived
        self.fallbacks = fallbacks
        self.outcome = outcome
        self.summary = summary
    }
}

/// That a finding was made in one of the runs that a report was merged from.
public struct Occurrence: Codable, Hashable, Sendable {
    /// `Shard.id` of the run.
    public var shard: String
    /// What was said of it there.
    public var verdict: Verdict
    /// How many distinct objects were alive at the end there.
    public var objects: Int
    /// Whether it fails the run under its policy, where nothing is accepted.
    public var fails: Bool
    /// Whether a list of known leaks accepts it: the run's, until another one takes its place.
    public var isAccepted: Bool

    /// Makes an occurrence.
    public init(shard: String, verdict: Verdict, objects: Int, fails: Bool, isAccepted: Bool = false) {
        self.shard = shard
        self.verdict = verdict
        self.objects = objects
        self.fails = fails
        self.isAccepted = isAccepted
    }

    /// Reads an occurrence; one from before acceptance was told of is not accepted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        shard = try container.decode(String.self, forKey: .shard)
        verdict = try container.decode(Verdict.self, forKey: .verdict)
        objects = try container.decode(Int.self, forKey: .objects)
        fails = try container.decode(Bool.self, forKey: .fails)
        isAccepted = try container.decodeIfPresent(Bool.self, forKey: .isAccepted) ?? false
    }

    /// Whether it fails the run, and nobody has accepted that.
    public var failsUnaccepted: Bool { fails && !isAccepted }
}
