internal import OutliveModel
internal import OutliveSymbols

/// The states of a process that runs tests one after the other, by which each test is compared with the one before.
///
/// A test changed a variable if its value after the test differs from that before the test, and from that before the
/// first one: a test that puts back what another left has changed nothing. The value of a variable that is initialised
/// at its first use is compared with that right after its initialiser, as far as it was captured.
struct StateHistory {
    /// What a test left changed.
    struct Change {
        /// The name by which the process knows the test.
        var test: String
        /// The number of the test in the process, counted from 1.
        var number: Int
        var change: StateChange
        var variable: StateVariable
        var origin: StateOrigin
    }

    /// The values before the first test.
    private var baseline: [VariableIdentity: StateVariable] = [:]
    /// The values before the test that runs, and the present ones.
    private var before: [VariableIdentity: StateVariable] = [:]
    private var present: [VariableIdentity: StateVariable] = [:]
    private var key: UInt64 = 0
    /// The number of tests that ended.
    private(set) var tests = 0
    private(set) var changes: [Change] = []
    /// `true` if a state is missing since the last one: what changed since belongs to no test.
    private var hasGap = false

    /// Adds the state at the beginning of a test or before all of them; what changed since belongs to no test.
    mutating func began(_ state: ProgramState?) {
        hasGap = false
        take(state)
        if tests == 0 { baseline.merge(present.filter { $0.value.isInitialised }) { known, _ in known } }
        before = present
    }

    /// Adds the state right after a variable was initialised.
    mutating func initialised(_ state: ProgramState?) { take(state) }

    /// Adds the state at the end of a test.
    ///
    /// - Parameter state: `nil` if it equals the last one.
    mutating func ended(_ test: String, _ state: ProgramState?) {
        tests += 1
        if hasGap || baseline.isEmpty && before.isEmpty {
            // The first state of all, or since some are missing.
            hasGap = false
            guard baseline.isEmpty else { return began(state) }
            take(state)
            (baseline, before) = (present, present)
            return
        }
        take(state)
        let changed = present.filter { key, variable in
            variable.isInitialised && before[key].map { !$0.hasEqualValues(to: variable) } ?? false
        }
        defer { before = present }
        guard !changed.isEmpty else { return }
        let after = named(changed.map(\.value))
        let sinceBefore = ProgramStateDifference(from: [named(changed.keys.compactMap { before[$0] })], to: after)
        let sinceFirst = ProgramStateDifference(from: [named(changed.keys.compactMap { baseline[$0] })], to: after)
        let variables = Dictionary(after.variables.map { ($0.place, $0) }) { first, _ in first }
        let origins = StateOrigins(after)
        for change in sinceBefore.changes where sinceFirst.changes.contains(where: change.overlaps) {
            guard let variable = variables[change.place] else { continue }
            changes.append(
                Change(
                    test: test, number: tests, change: change, variable: variable,
                    origin: origins.origin(of: change)))
        }
    }

    /// Adds that there is no state at a moment.
    mutating func lost() { hasGap = true }

    private func named(_ variables: [StateVariable]) -> ProgramState {
        var state = ProgramState(key: key, variables: variables)
        state.name()
        return state
    }

    /// Makes a state the present one. A variable that has just been initialised had this value before, too.
    private mutating func take(_ state: ProgramState?) {
        guard let state else { return }
        key = state.key
        for variable in state.variables {
            let key = variable.identity
            let isNew = variable.isInitialised && present[key]?.isInitialised != true && !present.isEmpty
            present[key] = variable
            if isNew {
                baseline[key] = variable
                before[key] = variable
            }
        }
    }
}

extension StateVariable {
    /// Returns `true` if nothing has to be compared path by path.
    fileprivate func hasEqualValues(to other: StateVariable) -> Bool {
        isInitialised == other.isInitialised && values == other.values
    }
}

extension StateChange {
    /// Returns `true` if another change is of the same path, or of one that contains it or that it contains.
    fileprivate func overlaps(_ other: StateChange) -> Bool {
        place == other.place && (path.isPath(to: other.path) || other.path.isPath(to: path))
    }
}

extension String {
    /// Returns `true` if a property path is this one, or continues it.
    fileprivate func isPath(to other: String) -> Bool {
        guard other.hasPrefix(self) else { return false }
        return other.dropFirst(count).first.map { ".[?".contains($0) } ?? true
    }
}
