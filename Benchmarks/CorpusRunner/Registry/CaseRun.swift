internal import LeakCorpus
internal import Outlive
internal import OutliveModel

/// What happened to one case in its own process.
struct CaseRun: Codable {
    /// What a cycle left behind.
    struct Cycle: Codable {
        /// What the registry says.
        var report: GenerationReport
        /// Names under which the cycle tracked objects of earlier cycles once more, and that live on.
        var trackedAgain: [String]
    }

    /// In order.
    var cycles: [Cycle] = []
    /// What the cycle after the last one here threw, which ended the run.
    var error: String?

    /// What the registry says, cycle by cycle.
    var reports: [GenerationReport] { cycles.map(\.report) }
}

extension Case {
    /// How long the registry waits for what is still alive after a cycle.
    ///
    /// More than the case asks for: with busy cores the events that free a late object come late themselves.
    var deadline: Duration { max(settle * 3, .seconds(1)) }

    /// Runs the case for so many resets, each a generation of a fresh registry.
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
