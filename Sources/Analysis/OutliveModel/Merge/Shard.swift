/// One of the runs in a merged report, with the data that is never mixed with another run's.
package struct Shard: Codable, Hashable, Sendable {
    /// The digest of the run's report, which identifies the run and prevents counting it twice.
    package var id: String
    /// The start of the run: ISO 8601, UTC.
    package var startedAt: String
    /// The machine on which it ran.
    package var machine: Machine
    /// The version of Swift that built the application, or `nil` if it is unknown.
    package var toolchain: String?
    /// The requested measurements.
    package var plan: Plan
    /// The isolation between its arms.
    package var isolation: Isolation
    /// The comparison of relaunches and resets in this run; `nil` if no pair was completed.
    package var comparison: Comparison?
    /// The cost of the transport; `nil` if the application cannot be pinged.
    package var ping: Summary?
    /// The change of each metric over the soak.
    package var slopes: [Slope]
    /// The number of cycles in the soak.
    package var soakCycles: Int
    /// The state of leak detection.
    package var watch: Watch
    /// The number of cycles that the heap tier recorded; `nil` if it was off.
    package var heapCycles: Int?
    /// `true` if the state after its resets differed from that after a launch in a way that failed the run.
    package var stateSurvived: Bool
    /// The number of failed resets that a relaunch replaced.
    package var fallbacks: Int
    /// The outcome of the run.
    package var outcome: Outcome
    /// Its summary line.
    package var summary: String

    /// Creates the record of a run.
    package init(
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
package struct Occurrence: Codable, Hashable, Sendable {
    /// `Shard.id` of the run.
    package var shard: String
    /// The verdict in that run.
    package var verdict: Verdict
    /// The number of distinct objects alive at the end of that run.
    package var objects: Int
    /// `true` if it fails the run under its policy when nothing is accepted.
    package var fails: Bool
    /// `true` if the most recently applied list of known leaks accepts it.
    package var isAccepted: Bool

    /// Creates an occurrence.
    package init(shard: String, verdict: Verdict, objects: Int, fails: Bool, isAccepted: Bool = false) {
        self.shard = shard
        self.verdict = verdict
        self.objects = objects
        self.fails = fails
        self.isAccepted = isAccepted
    }

    /// Decodes an occurrence; without a record of acceptance it is not accepted.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        shard = try container.decode(String.self, forKey: .shard)
        verdict = try container.decode(Verdict.self, forKey: .verdict)
        objects = try container.decode(Int.self, forKey: .objects)
        fails = try container.decode(Bool.self, forKey: .fails)
        isAccepted = try container.decodeIfPresent(Bool.self, forKey: .isAccepted) ?? false
    }

    /// `true` if it fails the run and is not accepted.
    package var failsUnaccepted: Bool { fails && !isAccepted }
}
