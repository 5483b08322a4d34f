/// The globals and statics of a process after its resets.
package struct ResetStates {
    /// The last reset over the life of the instance, or 0 before the first one of the process.
    package private(set) var lastCycle = 0
    package private(set) var resets = 0
    package private(set) var last: [StateMoment: ProgramState] = [:]
    /// The reset before the last capture of each moment.
    package private(set) var captured: [StateMoment: Int] = [:]
    /// `true` if what differs in the last state before any work had time to disappear.
    package private(set) var isConfirmed = false
    /// The reset since which each difference has been present.
    package private(set) var since: [StateMoment: [StateChange.Key: Int]] = [:]
    /// The states that wait for enough launches, each with its reset.
    private var waiting: [StateMoment: [(state: ProgramState, cycle: Int)]] = [:]

    package init() {}

    package mutating func wasReset(_ cycle: Int) { (lastCycle, resets) = (cycle, resets + 1) }

    package mutating func record(_ state: ProgramState, _ moment: StateMoment, _ launches: LaunchedStates) {
        (last[moment], captured[moment]) = (state, lastCycle)
        if moment == .unused { isConfirmed = false }
        waiting[moment, default: []].append((state, lastCycle))
        guard launches.isEnough(moment) else { return }
        for (state, cycle) in waiting.removeValue(forKey: moment) ?? [] {
            let keys = launches.difference(of: state, moment)?.changes.map(\.key) ?? []
            let known = since[moment] ?? [:]
            since[moment] = Dictionary(keys.map { ($0, known[$0] ?? cycle) }, uniquingKeysWith: min)
        }
    }

    /// Records another state before any work; what differs in it had time to disappear if it is confirmed.
    package mutating func settled(_ state: ProgramState) { last[.unused] = state }

    package mutating func confirm() { isConfirmed = true }

    /// Returns the states without the variables that equal launches, which further launches leave equal or unstable.
    package func reduced(to launches: LaunchedStates) -> ResetStates {
        var reduced = self
        reduced.waiting = [:]
        for (moment, state) in last {
            guard let difference = launches.difference(of: state, moment) else { continue }
            let changed = Set(difference.changes.map(\.symbol))
            let unstable = Set(difference.unstable)
            reduced.last[moment]?.variables.removeAll { !changed.contains($0.symbol) && !unstable.contains($0.name) }
        }
        return reduced
    }
}
