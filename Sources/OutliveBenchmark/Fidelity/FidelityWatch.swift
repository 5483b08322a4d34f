internal import OutliveModel

/// Compares an instance after every reset with what fresh launches leave.
///
/// A difference counts when it is there at the end of a process, after all that may still go away has had its time, and
/// dates from the reset since which it has been there without a break; what came and went on the way is nobody's
/// concern. Where an instance was several processes, because of relaunches or fallbacks, what any of them showed counts.
/// A pool that got a little larger is no difference; see `PoolGrowth`.
struct FidelityWatch {
    private let launches: FreshLaunches
    private var present = Process()
    /// The processes from before that were reset.
    private var past: [Process] = []
    /// What was seen to last once, and is not waited for again.
    private var known: Set<StrayFact.Subject> = []

    /// What was seen of one process.
    private struct Process {
        /// The last state after a reset.
        var last: ProcessState?
        /// Since which reset each difference has been there.
        var since: [StrayFact.Subject: Int] = [:]
        var lastCycle = 0
        /// Whether what differs at last had time to go away.
        var isConfirmed = false
        var resets = 0
        /// How many there were in each pool after each reset.
        var pools: [PoolGrowth.Pool: [Int]] = [:]
    }

    init(_ launches: FreshLaunches) {
        self.launches = launches
    }

    /// Whether the present process has been reset.
    var wasReset: Bool { present.resets > 0 }

    /// Takes the state of a process that has just been launched, in place of the one before.
    mutating func launched(_ state: ProcessState?) {
        launches.add(state)
        if wasReset { past.append(present) }
        present = Process()
    }

    /// Takes the state after reset `cycle`, counted from 1 over the life of the instance.
    mutating func wasReset(_ state: ProcessState?, cycle: Int) {
        present.resets += 1
        guard let state else { return }
        let strays = launches.differences(of: state).map { ($0.subject, present.since[$0.subject] ?? cycle) }
        present.since = Dictionary(strays, uniquingKeysWith: min)
        (present.last, present.lastCycle, present.isConfirmed) = (state, cycle, false)
        for (pool, size) in state.pools { present.pools[pool, default: []].append(size) }
    }

    /// Takes the state once more, when no reset of this process is to follow.
    ///
    /// - Returns: whether nothing differs that is not known, so that there is nothing to wait for.
    mutating func confirm(_ state: ProcessState?) -> Bool {
        guard let state, present.last != nil else { return true }
        (present.last, present.isConfirmed) = (state, true)
        return launches.differences(of: state).allSatisfy { known.contains($0.subject) }
    }

    /// Tells that the present process had all its time: what differs now will be there the next time, too.
    mutating func endConfirming() {
        guard present.isConfirmed, let last = present.last else { return }
        known.formUnion(launches.differences(of: last).map(\.subject))
    }

    /// What the comparison came to; nil when there is nothing to compare.
    ///
    /// - Parameters:
    ///   - expected: the differences that are accepted.
    ///   - probe: what the probe adds; nil where there is none.
    func fidelity(expected: [ExpectedDifference], probe: FidelityResult?) -> Fidelity? {
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
        let all = [probe].compactMap(\.self) + found
        return all.isEmpty ? nil : Fidelity(resets: resets, launches: launches.count, results: all)
    }

    /// The differences of a process by check and subject, for every check that could be made.
    ///
    /// Where a process ended before what differs could be confirmed, it counts when it was there after two resets in a
    /// row; with one that was not, nothing is known of its check.
    private func judged(
        _ process: Process, _ expected: [ExpectedDifference]
    ) -> [FidelityCheck: [String: FidelityDifference]] {
        guard let last = process.last else { return [:] }
        let (sizes, processors) = (last.pools, Machine.current.processors)
        let all = launches.differences(of: last).filter { stray in
            guard stray.isMore, let pool = PoolGrowth.Pool(stray.subject) else { return true }
            let growth = PoolGrowth(launched: launches.most(in: pool), counts: process.pools[pool] ?? [])
            return !growth.explains(sizes[pool] ?? 0, in: pool, processors: processors)
        }
        let strays = Dictionary(grouping: all, by: \.subject.check)
        var results: [FidelityCheck: [String: FidelityDifference]] = [:]
        for check in last.facts.keys where launches.judge(check) {
            let found = strays[check] ?? []
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
        _ stray: StrayFact, _ process: Process, _ expected: [ExpectedDifference]
    ) -> FidelityDifference {
        FidelityDifference(
            subject: stray.subject.name, launched: stray.launched, reset: stray.actual,
            firstCycle: process.since[stray.subject] ?? process.lastCycle,
            reason: expected.first { $0.covers(stray.subject.name, of: stray.subject.check) }?.reason)
    }
}
