internal import OutliveModel

/// The moment of a cycle at which the globals and statics of a process are captured.
enum StateMoment: CaseIterable {
    /// After a launch or a reset, before the work.
    case unused
    /// After the work that follows a launch or a reset.
    case used
}

/// The globals and statics after fresh launches, with which a process that was reset is compared.
///
/// Shared by the instances of a run, because a launch of either is evidence. Used by one task only.
final class LaunchedStates {
    /// The fewest launches that show what differs by chance.
    static let minimum = 2
    /// The number that is kept of each moment; more show little more of what differs by chance.
    private static let kept = 8
    private var states: [StateMoment: [ProgramState]] = [:]

    func add(_ state: ProgramState, _ moment: StateMoment) {
        guard wants(moment) else { return }
        states[moment, default: []].append(state)
    }

    /// `true` if a further launch says more of what differs by chance.
    func wants(_ moment: StateMoment) -> Bool { states[moment, default: []].count < Self.kept }

    func isEnough(_ moment: StateMoment) -> Bool { states[moment, default: []].count >= Self.minimum }

    /// Returns the difference of a state from all launches, or `nil` if too few were captured.
    ///
    /// Before the work, a variable that is initialised at its first use has no value after a launch to compare with,
    /// and bytes without a symbol may be one.
    func difference(of state: ProgramState, _ moment: StateMoment) -> ProgramStateDifference? {
        guard isEnough(moment), let launched = states[moment] else { return nil }
        var difference = ProgramStateDifference(from: launched, to: state)
        if moment == .unused {
            let unnamed = Set(state.variables.lazy.filter { $0.kind == .memory }.map(\.symbol))
            difference.changes.removeAll { $0.old == .unused || unnamed.contains($0.symbol) }
        }
        return difference
    }
}
