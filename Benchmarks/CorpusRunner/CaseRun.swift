internal import LeakCorpus
internal import Outlive
internal import OutliveModel

/// What happened to one case in its own process.
struct CaseRun: Codable {
    /// One report per cycle, in order.
    var reports: [GenerationReport] = []
    /// What the cycle after the last report threw, which ended the run.
    var error: String?
}

/// Hands what a case tracks to the registry.
private final class RegistryRecorder: Recorder, Sendable {
    private let registry: LeakRegistry

    init(_ registry: LeakRegistry) {
        self.registry = registry
    }

    func track(_ object: AnyObject, _ name: String) {
        registry.track(object, as: name)
    }
}

extension Case {
    /// How long the registry waits for what is still alive after a cycle.
    ///
    /// More than the case asks for: with busy cores the events that free a late object come late themselves.
    var deadline: Duration { max(settle * 3, .seconds(1)) }

    /// Runs the case for `cycles` resets, each a generation of a fresh registry.
    func run(cycles: Int) async -> CaseRun {
        let registry = LeakRegistry()
        let recorder = RegistryRecorder(registry)
        let policy = SettlePolicy(deadline: deadline)
        var run = CaseRun()
        for number in 1...cycles {
            do {
                try await cycle(recorder)
            } catch {
                run.error = "cycle \(number) threw \(error)"
                break
            }
            run.reports.append(await registry.endGeneration(settling: policy).settled())
        }
        return run
    }
}
