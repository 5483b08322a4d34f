/// The comparison of the processes of an instance that were reset with launches.
package struct StateComparison {
    /// The comparison of one process at one moment.
    private struct Part {
        var process: ResetStates
        var moment: StateMoment
        var variables: [StateVariable]
        var difference: ProgramStateDifference
        var origins: StateOrigins

        /// `true` if what differs had time to disappear.
        var isConfirmed: Bool { moment == .unused && process.isConfirmed }

        func changes(of origin: StateOrigin) -> [StateChange] {
            difference.changes.filter { origins.origin(of: $0) == origin }
        }
    }

    private var parts: [Part] = []
    /// The paths that differ in several processes.
    private var recurring: Set<StateChange.Key> = []
    private let restless: Set<StateChange.Key>

    /// Compares processes, the earliest first, and leaves out the paths that change while nothing is done.
    package init(_ processes: [ResetStates], with launches: LaunchedStates, restless: Set<StateChange.Key>) {
        self.restless = restless
        var seen: Set<StateChange.Key> = []
        for process in processes {
            let own = StateMoment.allCases.compactMap { Self.part(of: process, $0, launches) }
            let keys = Set(own.flatMap { $0.difference.changes.map(\.key) })
            recurring.formUnion(seen.intersection(keys))
            seen.formUnion(keys)
            parts += own
        }
    }

    private static func part(of process: ResetStates, _ moment: StateMoment, _ launches: LaunchedStates) -> Part? {
        guard let state = process.last[moment], var difference = launches.difference(of: state, moment) else {
            return nil
        }
        let shared = state.shared
        difference.changes.removeAll { $0.old == .unused && shared.contains($0.symbol) }
        // After work, a task that repeats something by the clock has done so sooner in one process than in another.
        let tasks = moment == .used ? state.tasks : []
        difference.changes.removeAll { tasks.contains($0.symbol) }
        return Part(
            process: process, moment: moment, variables: state.variables, difference: difference,
            origins: StateOrigins(state))
    }

    /// `true` if no state could be compared.
    package var isEmpty: Bool { parts.isEmpty }

    /// The variables of all processes.
    package var variables: [StateVariable] { parts.flatMap(\.variables) }

    /// `true` if a process shows what stays: it has no differences, or they had time to disappear.
    package var isDecided: Bool {
        !kept(.program).isEmpty
            || parts.contains { part in
                part.moment == .unused && (part.isConfirmed || part.changes(of: .program).allSatisfy(isRestless))
            }
    }

    /// The paths of the program that differ, whether they stay or not.
    package var suspects: [StateChange] { parts.flatMap { $0.changes(of: .program) }.filter { !isRestless($0) } }

    /// The variables and paths that are no part of the comparison, as they differ by chance.
    package var unstable: Set<String> {
        Set(
            parts.flatMap { part in
                part.difference.unstable + part.difference.changes.lazy.filter(isRestless).map(\.subject)
            })
    }

    private func isRestless(_ change: StateChange) -> Bool { restless.contains(change.key) }

    /// Returns the changes that a reset left behind, each with the first reset after which it was present.
    package func kept(_ origin: StateOrigin) -> [(change: StateChange, cycle: Int)] {
        var seen: Set<StateChange.Key> = []
        return parts.flatMap { part in
            part.changes(of: origin).compactMap { change -> (change: StateChange, cycle: Int)? in
                let (process, key) = (part.process, change.key)
                // The first process that shows a difference dates it, and its state before the work shows it best.
                guard !isRestless(change), !seen.contains(key) else { return nil }
                let since = process.since[part.moment]?[key] ?? process.lastCycle
                let wasSeenBefore = since < process.captured[part.moment] ?? 0 || recurring.contains(key)
                guard part.isConfirmed || wasSeenBefore else { return nil }
                seen.insert(key)
                return (change, since)
            }
        }
    }
}
