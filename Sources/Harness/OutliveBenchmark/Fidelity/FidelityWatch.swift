internal import OutliveHeap
internal import OutliveModel

/// A comparison of an instance after every reset with fresh launches.
///
/// A difference counts if it is present at the end of a process, after its settle time. It dates from the reset since
/// which it has been present without interruption; temporary differences do not count. If relaunches or fallbacks made
/// several processes, the differences of each count. A slightly larger pool is no difference; see `Pool`.
struct FidelityWatch {
    private let launches: FreshLaunches
    private var present = Process()
    /// The earlier processes that were reset.
    private var past: [Process] = []
    /// The differences that outlasted one settle time, and for which no further wait is needed.
    private var known: Set<UnexplainedFact.Subject> = []

    private struct Process {
        var last: ProcessState?
        /// The reset since which each difference has been present.
        var since: [UnexplainedFact.Subject: Int] = [:]
        var lastCycle = 0
        /// `true` if the differences in `last` had time to disappear.
        var isConfirmed = false
        var resets = 0
        var pools: [Pool: [Int]] = [:]
    }

    init(_ launches: FreshLaunches) { self.launches = launches }

    var wasReset: Bool { present.resets > 0 }

    /// Records the state of a newly launched process, which replaces the previous one.
    mutating func launched(_ state: ProcessState?) {
        launches.add(state)
        if wasReset { past.append(present) }
        present = Process()
    }

    /// Records the state after reset `cycle`, counted from 1 over the life of the instance.
    mutating func wasReset(_ state: ProcessState?, cycle: Int) {
        present.resets += 1
        guard let state else { return }
        let since = launches.differences(of: state).map { ($0.subject, present.since[$0.subject] ?? cycle) }
        present.since = Dictionary(since, uniquingKeysWith: min)
        (present.last, present.lastCycle, present.isConfirmed) = (state, cycle, false)
        for (pool, size) in state.pools { present.pools[pool, default: []].append(size) }
    }

    /// Records another state after the last reset of this process.
    ///
    /// - Returns: `true` if there is no unknown difference, so that no further wait is needed.
    mutating func confirm(_ state: ProcessState?) -> Bool {
        guard let state, present.last != nil else { return true }
        (present.last, present.isConfirmed) = (state, true)
        return launches.differences(of: state).allSatisfy { known.contains($0.subject) }
    }

    /// Records the end of the wait: the current differences are known and do not prolong the next one.
    mutating func endConfirming() {
        guard present.isConfirmed, let last = present.last else { return }
        known.formUnion(launches.differences(of: last).map(\.subject))
    }

    /// Returns the result of the comparison, or `nil` if there is nothing to compare.
    ///
    /// - Parameters:
    ///   - probe: The comparison of the output of the probe, if there is one.
    ///   - state: The comparison of globals and statics, if it was possible.
    func fidelity(expected: [ExpectedDifference], probe: FidelityResult?, state: FidelityResult?) -> Fidelity? {
        let processes = past + (wasReset ? [present] : [])
        guard let resets = processes.map(\.resets).max() else { return nil }
        let results = processes.reduce(into: [FidelityCheck: [String: FidelityDifference]]()) { results, process in
            for (check, differences) in judged(process, expected) {
                // The first process that shows a difference dates it.
                results[check, default: [:]].merge(differences) { first, _ in first }
            }
        }
        let found = FidelityCheck.allCases.compactMap { check in
            results[check].map { differences in
                FidelityResult(check: check, differences: differences.values.sorted { $0.subject < $1.subject })
            }
        }
        let made = [probe, state].compactMap(\.self) + found
        let all = FidelityCheck.allCases.flatMap { check in made.filter { $0.check == check } }
        return all.isEmpty ? nil : Fidelity(resets: resets, launches: launches.count, results: all)
    }

    /// Returns the differences of a process by check and subject, for every check that has a result.
    ///
    /// If a process ended before a difference was confirmed, the difference counts if it was present after two resets
    /// in a row. A check has no result if it has differences and none of them counts.
    private func judged(
        _ process: Process, _ expected: [ExpectedDifference]
    ) -> [FidelityCheck: [String: FidelityDifference]] {
        guard let last = process.last else { return [:] }
        let (sizes, processors) = (last.pools, Machine.current.processors)
        let all = launches.differences(of: last).filter { fact in
            guard fact.isMore, let pool = Pool(fact.subject) else { return true }
            return !pool.explains(
                sizes[pool] ?? 0, launched: launches.maximum(in: pool), counts: process.pools[pool] ?? [],
                processors: processors)
        }
        let byCheck = Dictionary(grouping: all, by: \.subject.check)
        var results: [FidelityCheck: [String: FidelityDifference]] = [:]
        for check in last.facts.keys where launches.judge(check) {
            let found = byCheck[check] ?? []
            let lasting = found.filter {
                process.isConfirmed || process.since[$0.subject, default: process.lastCycle] < process.lastCycle
            }
            guard found.isEmpty || !lasting.isEmpty else { continue }
            results[check] = Dictionary(
                lasting.map { ($0.subject.name, difference($0, process, expected)) },
                uniquingKeysWith: { first, _ in first })
        }
        return results
    }

    private func difference(
        _ fact: UnexplainedFact, _ process: Process, _ expected: [ExpectedDifference]
    ) -> FidelityDifference {
        FidelityDifference(
            subject: fact.subject.name, launched: fact.launched, reset: fact.actual,
            firstCycle: process.since[fact.subject] ?? process.lastCycle,
            reason: expected.first { $0.covers(fact.subject.name, of: fact.subject.check) }?.reason)
    }
}

extension ProcessState {
    func adding(_ census: HeapCensus?) -> ProcessState {
        guard let census else { return self }
        var state = self
        state.facts[.types] = liveTypes(in: census)
        return state
    }
}
