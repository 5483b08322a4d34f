/// The requested measurements of a run: all options that affect its figures.
public struct Plan: Codable, Hashable, Sendable {
    /// The command that launches the application, with its placeholders.
    public var launch: String
    /// The ready condition: `notify`, `http:URL`, `tcp:HOST:PORT`, `unix:PATH`, `line:REGEX` or `exit`.
    public var ready: String
    /// The trigger of a reset: `http`, `signal:NAME`, `exec:CMD` or `http:[METHOD ]URL`.
    ///
    /// Without resets it is `nil`, and a cycle is the work alone.
    public var reset: String?
    /// The acknowledgement of a reset; `nil` without resets.
    public var done: String?
    /// The command that exercises the application before each sample, untimed.
    public var work: String?
    /// The command whose output after a reset must equal its output after a launch.
    public var probe: String?
    /// The number of measured pairs.
    public var pairs: Int
    /// The number of warm-up pairs and of warm-up cycles, which the verdict rules ignore.
    public var warmup: Int
    /// The number of resets in the soak, or of work cycles without resets.
    public var soak: Int
    /// The deadline of settling, in seconds.
    public var settleSeconds: Double
    /// The timeout of each single wait, in seconds.
    public var timeoutSeconds: Double
    /// The mode of leak detection.
    public var leaks: LeakMode
    /// The number of frames that the heap tier captures for each allocation; `nil` if it is off.
    public var heapFrames: Int?
    /// The verdicts that fail the run.
    public var failOn: FailurePolicy
    /// The effect of a difference between reset and launch.
    public var fidelity: FidelityMode
    /// The accepted differences between reset and launch.
    public var expected: [ExpectedDifference]
    /// The effect of growth over the soak.
    public var growth: GrowthMode
    /// The smallest ratio that passes the gate; `nil` for no gate.
    public var minimumSpeedup: Double?
    /// The seed for the order of the samples and for the bootstrap.
    public var seed: UInt64

    /// Creates a plan.
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

/// A mode of leak detection.
public enum LeakMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// Leaks are detected if the application supports it.
    case auto
    /// Leaks are always detected; an application without support is a failure.
    case require
    /// Leaks are not detected, and the application's registry stays off.
    case off
}

/// The verdicts that fail a run.
public enum FailurePolicy: String, Codable, Hashable, Sendable, CaseIterable {
    case leak
    /// Leaks and suspects.
    case suspect
    case never
}
