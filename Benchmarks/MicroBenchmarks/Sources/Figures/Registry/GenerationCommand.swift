internal import ArgumentParser
internal import Outlive
internal import Workloads

/// `figures generation`: the time that a clean generation adds to a reset.
struct GenerationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generation", abstract: "What a clean generation of 100 components adds to a reset.")

    func run() {
        let registry = LeakRegistry()
        var samples = Samples()
        for _ in 0..<2000 {
            var ended: EndedGeneration?
            samples.time {
                registry.trackShortLived(100)
                ended = registry.endGeneration()
            }
            precondition(ended?.aliveAtSweep == 0)
        }
        Figure(
            name: "a clean generation of 100 components", goal: "at most 1 ms", measured: samples.text(.milliseconds),
            holds: samples.median <= 1e-3
        ).show()
    }
}
