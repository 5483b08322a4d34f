internal import LeakCorpus
internal import Outlive
internal import OutliveModel

/// The run of one case in its own process.
struct CaseRun: Codable {
    /// The result of one cycle.
    struct Cycle: Codable {
        /// The report of the registry.
        var report: GenerationReport
        /// The names under which the cycle tracked objects of earlier cycles again that are still alive.
        var trackedAgain: [String]
    }

    /// The cycles, in order.
    var cycles: [Cycle] = []
    /// The error of the cycle after the last one here, which ended the run.
    var error: String?

    /// The reports of the registry, cycle by cycle.
    var reports: [GenerationReport] { cycles.map(\.report) }
}

extension Case {
    /// The time that the registry waits for survivors of a cycle.
    ///
    /// Longer than the case states: on busy cores, the events that free a late object are late themselves.
    var deadline: Duration { max(settle * 3, .seconds(1)) }

    /// Runs the case for `count` resets, each a generation of a fresh registry.
    func run(cycles count: Int) async -> CaseRun {
        let registry = LeakRegistry()
        let recorder = RegistryRecorder(registry)
        let policy = SettlePolicy(deadline: deadline)
        var run = CaseRun()
        guard !registry.selfCheck().blind else {
            run.error = "the registry is blind: it misses a deliberate leak, or sees one where there is none"
            return run
        }
        for number in 1...count {
            do {
                try await cycle(recorder)
            } catch {
                run.error = "cycle \(number) threw \(error)"
                break
            }
            let report = await registry.endGeneration(settling: policy).settled()
            run.cycles.append(CaseRun.Cycle(report: report, trackedAgain: recorder.endCycle()))
        }
        return run
    }
}
