/// What a run was asked to do: every option that shapes its figures.
public struct Plan: Codable, Hashable, Sendable {
    /// The command that launches the application, with its placeholders.
    public var launch: String
    /// How ready is told: `notify`, `http:URL`, `tcp:HOST:PORT`, `unix:PATH`, `line:REGEX` or `exit`.
    public var ready: String
    /// How a reset is triggered: `http`, `signal:NAME`, `exec:CMD` or `http:[METHOD ]URL`; absent where nothing is reset, and
    /// a cycle is the work alone.
    public var reset: String?
    /// How a reset is acknowledged; absent where nothing is reset.
    public var done: String?
    /// The untimed work before every sample.
    public var work: String?
    /// What must print the same after a reset as after a launch.
    public var probe: String?
    /// Measured pairs.
    public var pairs: Int
    /// Pairs, and cycles of the verdict rules, that come before measuring.
    public var warmup: Int
    /// Resets in the soak; cycles of work where nothing is reset.
    public var soak: Int
    /// The deadline of settling, in seconds.
    public var settleSeconds: Double
    /// The time limit of every single wait, in seconds.
    public var timeoutSeconds: Double
    /// Whether leaks are looked for.
    public var leaks: LeakMode
    /// How many frames of each allocation the heap tier captures; absent where it is off.
    public var heapFrames: Int?
    /// Which verdicts fail the run.
    public var failOn: FailurePolicy
    /// What a difference between reset and launch leads to.
    public var fidelity: FidelityMode
    /// The differences between reset and launch that are accepted.
    public var expected: [ExpectedDifference]
    /// What growth over the soak leads to.
    public var growth: GrowthMode
    /// The least ratio that passes the gate; none: no gate.
    public var minimumSpeedup: Double?
    /// The seed of the order of the samples and of the bootstrap.
    public var seed: UInt64

    /// Makes a plan.
    public init(
        launch: String, ready: String, reset: String?, done: String?, work: String? = nil, probe: String? = nil,
        pairs: Int = 20, warmup: Int = 2, soak: Int = 50, settleSeconds: Double = 2, timeoutSeconds: Double = 30,
        leaks: LeakMode = .auto, heapFrames: Int? = nil, failOn: FailurePolicy = .leak, fidelity: FidelityMode = .fail,
        expected: [ExpectedDifference] = [], growth: GrowthMode = .report, minimumSpeedup: Double? = nil,
        seed: UInt64
    ) {
        self.launch = launch
        self.ready = ready
        self.reset = reset
        self.done = done
        self.work = work
        self.probe = probe
        self.pairs = pairs
        self.warmup = warmup
        self.soak = soak
        self.settleSeconds = settleSeconds
        self.timeoutSeconds = timeoutSeconds
        self.leaks = leaks
        self.heapFrames = heapFrames
        self.failOn = failOn
        self.fidelity = fidelity
        self.expected = expected
        self.growth = growth
        self.minimumSpeedup = minimumSpeedup
        self.seed = seed
    }
}

/// Whether a run looks for leaks.
public enum LeakMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// When the application says that it is watched.
    case auto
    /// Always; an application that is not watched is a failure.
    case require
    /// Never; the application's registry stays off.
    case off
}

/// Which verdicts make a run fail.
public enum FailurePolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// Leaks.
    case leak
    /// Leaks and suspects.
    case suspect
    /// None.
    case never
}
