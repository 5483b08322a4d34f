/// Everything one benchmark run found: the single value that all reports are made from.
///
/// Its JSON form is versioned; `docs/report-format.md` is the grammar.
public struct Report: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 1

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that made the report.
    public var toolVersion: String
    /// When the run began: ISO 8601, UTC.
    public var startedAt: String
    /// Where it ran.
    public var machine: Machine
    /// What was asked for.
    public var plan: Plan
    /// How the two arms were kept apart.
    public var isolation: Isolation
    /// Every raw measurement in the order it was taken.
    public var samples: [Sample]
    /// The soak, cycle by cycle.
    public var soak: [SoakCycle]
    /// Relaunch against reset; absent if no pair was completed, or no reset of a pair succeeded.
    public var comparison: Comparison?
    /// What the transport costs; absent when the application cannot be pinged.
    public var ping: Summary?
    /// How each metric changed over the soak.
    public var slopes: [Slope]
    /// Whether leaks were watched for.
    public var watch: Watch
    /// The components that the application registered, as far as its reports named them.
    public var components: [ComponentKey]
    /// What outlived the resets.
    public var findings: [Finding]
    /// What the heap tier saw, cycle by cycle; absent where it was not asked for.
    public var heap: HeapSummary?
    /// Where the state after a reset was not the state after a launch.
    public var stateDifferences: [StateDifference]
    /// How far the state after the resets equals the state after a launch; absent when nothing could be compared.
    public var fidelity: Fidelity?
    /// What went wrong with the application or the harness.
    public var failures: [Failure]
    /// What a reader should know about how the figures came about.
    public var notes: [String]
    /// How many resets failed and were replaced by a relaunch.
    public var fallbacks: Int
    /// Whether the run was stopped before its end.
    public var interrupted: Bool
    /// The version of Swift that the application was built with, as `6.3.1`, where it is known.
    public var toolchain: String?
    /// What became of the known leaks; absent where there is no list of them.
    public var known: KnownLeaksReview?
    /// The runs that it was merged from, by `Shard.id`; empty in the report of a single run.
    ///
    /// A merged report has no samples and no soak of its own, and its `machine` and `plan` are those of the first.
    public var shards: [Shard]

    /// Makes an empty report of a run that is about to begin.
    public init(toolVersion: String, startedAt: String, machine: Machine, plan: Plan) {
        format = Self.currentFormat
        self.toolVersion = toolVersion
        self.startedAt = startedAt
        self.machine = machine
        self.plan = plan
        isolation = .twoInstances
        samples = []
        soak = []
        slopes = []
        watch = .off
        components = []
        findings = []
        stateDifferences = []
        failures = []
        notes = []
        fallbacks = 0
        interrupted = false
        shards = []
    }
}

extension KeyedDecodingContainer {
    /// What the decoder that is made for `Report` calls: the report of a single run need not have any.
    func decode(_ type: [Shard].Type, forKey key: Key) throws -> [Shard] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

/// How the launch arm and the reset arm were kept apart.
public enum Isolation: String, Codable, Hashable, Sendable {
    /// Two live instances: one is always relaunched, one always reset.
    case twoInstances
    /// One instance at a time, because the command has no placeholder that would keep two apart.
    case oneAtATime
}

/// Whether the application was watched for leaks.
public enum Watch: String, Codable, Hashable, Sendable {
    /// It was not asked to.
    case off
    /// It said nothing: it does not know Outlive.
    case notWatched
    /// It reported its generations.
    case watched
}
