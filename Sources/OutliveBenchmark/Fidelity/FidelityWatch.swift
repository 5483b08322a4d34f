internal import OutliveModel

/// Compares an instance after every reset with what fresh launches leave.
///
/// A difference counts when it is there at the end, after all that may still go away has had its time, and dates from
/// the reset since which it has been there without a break; what came and went on the way is nobody's concern.
struct FidelityWatch {
    private let launches: FreshLaunches
    /// The last state after a reset of the present process.
    private var last: ProcessState?
    /// Since which reset each difference has been there.
    private var since: [StrayFact.Subject: Int] = [:]
    private var lastCycle = 0
    private var isConfirmed = false
    /// How many resets the present process has been through.
    private(set) var resets = 0

    init(_ launches: FreshLaunches) {
        self.launches = launches
    }

    /// Takes the state of a process that has just been launched: whatever was seen of the one before is history.
    mutating func launched(_ state: ProcessState?) {
        launches.add(state)
        (last, since, resets, isConfirmed) = (nil, [:], 0, false)
    }

    /// Takes the state after reset `cycle`, counted from 1 over the life of the instance.
    mutating func wasReset(_ state: ProcessState?, cycle: Int) {
        resets += 1
        guard let state else { return }
        let strays = launches.differences(of: state).map { ($0.subject, since[$0.subject] ?? cycle) }
        since = Dictionary(strays, uniquingKeysWith: min)
        (last, lastCycle, isConfirmed) = (state, cycle, false)
    }

    /// Takes the state once more, when no reset is to follow.
    ///
    /// - Returns: whether nothing strays any more, so that there is nothing to wait for.
    mutating func confirm(_ state: ProcessState?) -> Bool {
        guard let state, last != nil else { return true }
        (last, isConfirmed) = (state, true)
        return launches.differences(of: state).isEmpty
    }

    /// What the comparison came to; nil when there is nothing to compare.
    ///
    /// - Parameters:
    ///   - expected: the differences that are accepted.
    ///   - probe: the first difference that the probe showed, if any; nil where there is no probe.
    func fidelity(expected: [ExpectedDifference], probe: FidelityResult?) -> Fidelity? {
        guard resets > 0 else { return nil }
        var results = [probe].compactMap(\.self)
        if let last {
            let strays = Dictionary(grouping: launches.differences(of: last).filter(isLasting), by: \.subject.check)
            results += FidelityCheck.allCases.filter { last.facts[$0] != nil && launches.judge($0) }.map { check in
                FidelityResult(check: check, differences: (strays[check] ?? []).map { difference($0, expected) })
            }
        }
        return results.isEmpty ? nil : Fidelity(resets: resets, launches: launches.count, results: results)
    }

    /// Whether a difference has been seen long enough: where a run was cut short, after two resets at the least.
    private func isLasting(_ stray: StrayFact) -> Bool {
        isConfirmed || since[stray.subject, default: lastCycle] < lastCycle
    }

    private func difference(_ stray: StrayFact, _ expected: [ExpectedDifference]) -> FidelityDifference {
        FidelityDifference(
            subject: stray.subject.name, launched: stray.launched, reset: stray.actual,
            firstCycle: since[stray.subject] ?? lastCycle,
            reason: expected.first { $0.covers(stray.subject.name, of: stray.subject.check) }?.reason)
    }
}
