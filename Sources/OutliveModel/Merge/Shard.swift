/// One of the runs in a merged report, with the data that is never mixed with another run's.
public struct Shard: Codable, Hashable, Sendable {
    /// The digest of the run's report, which identifies the run and prevents counting it twice.
    public var id: String
    /// The start of the run: ISO 8601, UTC.
    public var startedAt: String
    /// The machine on which it ran.
    public var machine: Machine
    /// The version of Swift that built the application, or `nil` if it is unknown.
    public var toolchain: String?
    /// The requested measurements.
    public var plan: Plan
    /// The isolation between its arms.
    public var isolation: Isolation
    /// The comparison of relaunches and resets in this run; `nil` if no pair was completed.
    public var comparison: Comparison?
    /// The cost of the transport; `nil` if the application cannot be pinged.
    public var ping: Summary?
    /// The change of each metric over the soak.
    public var slopes: [Slope]
    /// The number of cycles in the soak.
    public var soakCycles: Int
    /// The state of leak detection.
    public var watch: Watch
    /// The number of cycles that the heap tier recorded; `nil` if it was off.
    public var heapCycles: Int?
    /// `true` if the state after its resets differed from that after a launch in a way that failed the run.
    public var stateSurvived: Bool
    /// The number of failed resets that a relaunch replaced.
    public var fallbacks: Int
    /// The outcome of the run.
    public var outcome: Outcome
    /// Its summary line.
    public var summary: String

    /// Creates the record of a run.
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

/// The occurrence of a finding in one of the merged runs.
public struct Occurrence: Codable, Hashable, Sendable {
    /// `Shard.id` of the run.
    public var shard: String
    /// The verdict in that run.
    public var verdict: Verdict
    /// The number of distinct objects alive at the end of that run.
    public var objects: Int
    /// `true` if it fails the run under its policy when nothing is accepted.
    public var fails: Bool
    /// `true` if the most recently applied list of known leaks accepts it.
    public var isAccepted: Bool

    /// Creates an occurrence.
    public init(shard: String, verdict: Verdict, objects: Int, fails: Bool, isAccepted: Bool = false) {
        self.shard = shard
        self.verdict = verdict
        self.objects = objects
        self.fails = fails
        self.isAccepted = isAccepted
    }

    /// Decodes an occurrence; without a record of acceptance it is not accepted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        shard = try container.decode(String.self, forKey: .shard)
        verdict = try container.decode(Verdict.self, forKey: .verdict)
        objects = try container.decode(Int.self, forKey: .objects)
        fails = try container.decode(Bool.self, forKey: .fails)
        isAccepted = try container.decodeIfPresent(Bool.self, forKey: .isAccepted) ?? false
    }

    /// `true` if it fails the run and is not accepted.
    public var failsUnaccepted: Bool { fails && !isAccepted }
}
