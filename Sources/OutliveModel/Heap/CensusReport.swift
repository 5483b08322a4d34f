/// What `outlive run` and `outlive census` found: the single value that their reports are made from.
///
/// Its JSON form is versioned; `docs/report-format.md` is the grammar.
public struct CensusReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 1

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that made the report.
    public var toolVersion: String
    /// When it was made: ISO 8601, UTC.
    public var startedAt: String
    /// Where it ran.
    public var machine: Machine
    /// The command that was run; nil of a process that was running already.
    public var command: [String]?
    /// How the command ended; nil where it runs on.
    public var ending: Ending?
    /// The processes that were watched, each with its last census; one, unless the command starts others.
    public var processes: [CensusedProcess]
    /// What went wrong, so that something is missing.
    public var failures: [Failure]
    /// What a reader should know about how the figures came about.
    public var notes: [String]

    /// How a command ended.
    public enum Ending: Codable, Hashable, Sendable {
        /// It exited with a status.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
    }

    /// Makes a report without processes.
    public init(toolVersion: String, startedAt: String, machine: Machine, command: [String]? = nil) {
        format = Self.currentFormat
        self.toolVersion = toolVersion
        self.startedAt = startedAt
        self.machine = machine
        self.command = command
        processes = []
        failures = []
        notes = []
    }
}

/// A process that was watched by the heap tier.
public struct CensusedProcess: Codable, Hashable, Sendable {
    /// Its number.
    public var processID: Int32
    /// Its executable.
    public var executable: String
    /// The last census of it.
    public var census: HeapCensus

    /// Makes a process.
    public init(processID: Int32, executable: String, census: HeapCensus) {
        self.processID = processID
        self.executable = executable
        self.census = census
    }
}
