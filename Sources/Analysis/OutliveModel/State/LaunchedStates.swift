/// The moment of a cycle at which the globals and statics of a process are captured.
package enum StateMoment: CaseIterable {
    /// After a launch or a reset, before the work.
    case unused
    /// After the work that follows a launch or a reset.
    case used
}

/// The globals and statics after fresh launches, with which a process that was reset is compared.
///
/// Shared by the instances of a run, because a launch of either is evidence. Used by one task at a time.
package final class LaunchedStates {
    /// The fewest launches that show what differs by chance.
    package static let minimum = 2
    /// The number that is wanted of each moment; more show little more of what differs by chance.
    private static let wanted = 8
    private var states: [StateMoment: [ProgramState]] = [:]
    private var minimum = LaunchedStates.minimum

    package init() {}

    package func add(_ state: ProgramState, _ moment: StateMoment) {
        states[moment, default: []].append(state)
    }

    /// `true` if a further launch says more of what differs by chance.
    package func wants(_ moment: StateMoment) -> Bool { states[moment, default: []].count < Self.wanted }

    package func isEnough(_ moment: StateMoment) -> Bool { states[moment, default: []].count >= minimum }

    /// Returns the launches and a state before the work, whose values a difference has to differ from, too.
    ///
    /// It is enough by itself, so that differences can be suspected before there are enough launches.
    package func adding(_ before: ProgramState) -> LaunchedStates {
        let all = LaunchedStates()
        all.minimum = 1
        all.states = states
        all.states[.unused, default: []].append(before)
        return all
    }

    /// Returns a state with the variables alone that no launch had initialised before the work; none without a launch.
    package func limitedToUnused(_ state: ProgramState) -> ProgramState {
        guard let launched = states[.unused] else { return ProgramState(key: state.key, variables: []) }
        let used = Set(launched.flatMap { $0.variables.lazy.filter(\.isInitialised).map(\.identity) })
        var limited = state
        limited.variables.removeAll { used.contains($0.identity) }
        return limited
    }

    /// Returns the difference of a state from all launches, or `nil` if too few were captured.
    ///
    /// Before the work, a variable that is initialised at its first use has no value after a launch to compare with,
    /// and bytes without a symbol may be one.
    package func difference(of state: ProgramState, _ moment: StateMoment) -> ProgramStateDifference? {
        guard isEnough(moment), let launched = states[moment] else { return nil }
        var difference = ProgramStateDifference(from: launched, to: state)
        if moment == .unused {
            let unnamed = Set(state.variables.lazy.filter { $0.kind == .memory }.map(\.symbol))
            difference.changes.removeAll { $0.old == .unused || unnamed.contains($0.symbol) }
        }
        return difference
    }
}
