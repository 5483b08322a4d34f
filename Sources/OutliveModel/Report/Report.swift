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
    /// Relaunch against reset; absent when no pair was completed.
    public var comparison: Comparison?
    /// What the transport costs; absent when the application cannot be pinged.
    public var ping: Summary?
    /// How each metric changed over the soak.
    public var slopes: [Slope]
    /// Whether leaks were watched for.
    public var watch: Watch
    /// What outlived the resets.
    public var findings: [Finding]
    /// Where the state after a reset was not the state after a launch.
    public var stateDifferences: [StateDifference]
    /// What went wrong with the application or the harness.
    public var failures: [Failure]
    /// What a reader should know about how the figures came about.
    public var notes: [String]
    /// How many resets failed and were replaced by a relaunch.
    public var fallbacks: Int
    /// Whether the run was stopped before its end.
    public var interrupted: Bool

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
        findings = []
        stateDifferences = []
        failures = []
        notes = []
        fallbacks = 0
        interrupted = false
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

/// The machine a run took place on.
public struct Machine: Codable, Hashable, Sendable {
    /// The operating system and its version.
    public var system: String
    /// The processor's architecture.
    public var architecture: String
    /// The processor's model name, where it is known.
    public var processor: String?
    /// Logical processors available to the harness.
    public var processors: Int
    /// Physical memory in bytes.
    public var memoryBytes: Int

    /// Makes a description of a machine.
    public init(system: String, architecture: String, processor: String?, processors: Int, memoryBytes: Int) {
        self.system = system
        self.architecture = architecture
        self.processor = processor
        self.processors = processors
        self.memoryBytes = memoryBytes
    }
}

/// A difference between the probe after a reset and the probe after a launch.
public struct StateDifference: Codable, Hashable, Sendable {
    /// The reset, counted from 1 over the life of the instance, after which it was first seen.
    public var cycle: Int
    /// After how many resets it was seen.
    public var occurrences: Int
    /// What the probe printed after a launch, decoded as UTF-8.
    public var expected: String
    /// What it printed after the reset.
    public var actual: String

    /// Makes a difference.
    public init(cycle: Int, occurrences: Int = 1, expected: String, actual: String) {
        self.cycle = cycle
        self.occurrences = occurrences
        self.expected = expected
        self.actual = actual
    }
}

/// Something that went wrong with the application or the harness: exit code 3.
public struct Failure: Codable, Hashable, Sendable, Error {
    /// The kinds of failure.
    public enum Code: String, Codable, Hashable, Sendable {
        /// The program could not be started.
        case launch
        /// It ended, or never became ready, in time.
        case notReady
        /// Something else already answers where the application is to become ready.
        case endpointTaken
        /// A reset was not acknowledged, or the application said that it failed.
        case resetFailed
        /// A reset was acknowledged, but nothing was replaced.
        case replacedNothing
        /// The work or the probe failed.
        case command
        /// Two fresh launches already differ in what the probe prints.
        case unstableProbe
        /// Leaks were required to be watched, and the application does not.
        case notWatched
        /// The application is watched, but registered nothing.
        case nothingRegistered
        /// The registry failed its own check.
        case blind
        /// A generation's report did not come, or could not be read.
        case noGenerationReport
        /// Nothing at all was measured.
        case noCycle
        /// Anything else in the harness.
        case harness
    }

    /// What kind of failure.
    public var code: Code
    /// What happened, to what, and what to do: one line.
    public var message: String
    /// The end of what the application printed, where that helps.
    public var output: String?

    /// Makes a failure.
    public init(_ code: Code, _ message: String, output: String? = nil) {
        self.code = code
        self.message = message
        self.output = output
    }
}
