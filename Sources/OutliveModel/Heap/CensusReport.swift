/// The results of `outlive run` and `outlive census`, from which all formats of the report are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
public struct CensusReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 1

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that created the report.
    public var toolVersion: String
    /// The start of the run: ISO 8601, UTC.
    public var startedAt: String
    /// The machine on which it ran.
    public var machine: Machine
    /// The command that was run; `nil` for a process that was already running.
    public var command: [String]?
    /// The end of the command; `nil` if it still runs.
    public var ending: Ending?
    /// The watched processes, each with its last census: one, unless the command starts others.
    public var processes: [CensusedProcess]
    /// The errors because of which data is missing.
    public var failures: [Failure]
    /// Remarks on how the figures were obtained.
    public var notes: [String]

    /// The end of a command.
    public enum Ending: Codable, Hashable, Sendable {
        /// It exited with a status.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
    }

    /// Creates a report without processes.
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

/// A process that the heap tier watched.
public struct CensusedProcess: Codable, Hashable, Sendable {
    /// The process identifier.
    public var processID: Int32
    /// The path of the executable.
    public var executable: String
    /// The last census of the process.
    public var census: HeapCensus

    /// Creates a record of a process.
    public init(processID: Int32, executable: String, census: HeapCensus) {
        self.processID = processID
        self.executable = executable
        self.census = census
    }
}
