package import OutliveHeap
package import OutliveModel
internal import OutliveSymbols

extension HeapSnapshot {
    /// Returns the globals and statics in the snapshot, with the names in the source.
    ///
    /// Variables of the environment are left out, as a check of their own compares them.
    ///
    /// - Throws: `Failure` with the reason if there are none to compare.
    package func programState() throws(Failure) -> ProgramState {
        guard var state = ProgramState(self) else {
            throw Failure(
                .noCensus,
                "process \(header.processID) does not capture them: rebuild its library with scripts/heap-library")
        }
        state.variables.removeAll { $0.kind == .environment }
        // What the platform keeps for every program is not its state alone.
        // The bytes of a stripped program decide nothing, and launches to compare them with cost time.
        guard state.hasNamedVariablesOfProgram || state.symbols == .read && !state.variables.isEmpty else {
            throw Failure(.noCensus, state.symbols.remedy)
        }
        state.name()
        return state
    }
}

extension [StateVariable] {
    /// The lines that declare the variables, as far as debug information contains them. Their lookup blocks the thread.
    package var declarations: [SourceLine?] { Symbolicator().declarations(ofVariables: self) }
}
