/// The state of a program, from which all formats of the report of `outlive state` are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct StateReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = StateReport.currentFormat
    package var toolVersion: String
    /// The process ID, or the path of a file.
    package var target: String
    package var processID: Int32
    /// The path of the executable; empty if it is unknown.
    package var executable: String
    /// The time of the state, in seconds since 1970.
    package var time: Double
    package var reason: HeapCensus.Reason
    /// The time for which the process was stopped, in seconds.
    package var pauseSeconds: Double
    /// The variables by module and name.
    package var variables: [StateVariable]
    /// The targets that the state is compared with.
    package var baselines: [String]
    /// The differences, or `nil` without baselines.
    package var difference: ProgramStateDifference?
    package var notes: [String]

    package init(
        toolVersion: String, target: String, processID: Int32, executable: String, time: Double = 0,
        reason: HeapCensus.Reason = .request, pauseSeconds: Double = 0, state: ProgramState,
        baselines: [(name: String, state: ProgramState)] = [], notes: [String] = []
    ) {
        (self.toolVersion, self.target, self.processID) = (toolVersion, target, processID)
        (self.executable, self.time, self.reason) = (executable, time, reason)
        // What is not named says nothing by itself, so it is compared alone.
        (self.pauseSeconds, variables, self.notes) =
            (pauseSeconds, state.variables.filter { $0.kind != .memory }, notes)
        self.baselines = baselines.map(\.name)
        difference = baselines.isEmpty ? nil : ProgramStateDifference(from: baselines.map(\.state), to: state)
    }

    /// The bytes that the variables and what they lead to take.
    package var bytes: Int { variables.reduce(0) { $0 + $1.size + $1.bytes } }
    package var objects: Int { variables.reduce(0) { $0 + $1.objects } }
}
