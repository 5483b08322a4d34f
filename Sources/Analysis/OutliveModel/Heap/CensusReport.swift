/// The results of `outlive run` and `outlive census`, from which all formats of the report are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct CensusReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = CensusReport.currentFormat
    package var toolVersion: String
    /// The start of the run: ISO 8601, UTC.
    package var startedAt: String
    package var machine: Machine
    /// The command that was run; `nil` for a process that was already running.
    package var command: [String]?
    /// The end of the command; `nil` if it still runs.
    package var ending: Ending?
    /// The watched processes, each with its last census: one, unless the command starts others.
    package var processes: [CensusedProcess] = []
    /// The errors because of which data is missing.
    package var failures: [Failure] = []
    /// Remarks on how the figures were obtained.
    package var notes: [String] = []

    package enum Ending: Codable, Hashable, Sendable {
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
    }

    package init(toolVersion: String, startedAt: String, machine: Machine, command: [String]? = nil) {
        self.toolVersion = toolVersion
        self.startedAt = startedAt
        self.machine = machine
        self.command = command
    }
}

package struct CensusedProcess: Codable, Hashable, Sendable {
    package var processID: Int32
    package var executable: String
    package var census: HeapCensus

    package init(processID: Int32, executable: String, census: HeapCensus) {
        self.processID = processID
        self.executable = executable
        self.census = census
    }
}
