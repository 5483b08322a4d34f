internal import ArgumentParser
internal import Outlive
internal import OutliveBenchmark
internal import Workloads

/// `figures sweep`: the time to end a generation with a million live components.
struct SweepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep", abstract: "The time of a sweep of a million live components.")

    @Flag(help: "Scatter the heap before.") var scattered = false

    func run() {
        var generator = SplitMix64(seed: 1)
        let heap = scattered ? FragmentedHeap(free: 1_500_000, using: &generator) : nil
        let components = makeComponents(1_000_000)
        let registry = LeakRegistry()
        registry.trackAll(components[...])
        var samples = Samples()
        for _ in 0..<21 {
            // Released outside the measured time: a reset waits for the sweep, not for the settling after it.
            var ended: EndedGeneration?
            samples.time { ended = registry.endGeneration() }
            precondition(ended?.aliveAtSweep == components.count)
        }
        withExtendedLifetime((components, heap)) {}
        Figure(
            name: "sweep of a million live components" + (scattered ? ", scattered heap" : ""),
            goal: "at most \(scattered ? 100 : 30) ms", measured: samples.text(.milliseconds),
            holds: samples.median <= (scattered ? 0.1 : 0.03)
        ).show()
    }
}
