internal import Benchmark
internal import Outlive
internal import OutliveBenchmark
internal import Workloads

/// The cost of ending a generation.
func generationBenchmarks() {
    let sweeps = Benchmark.Configuration(metrics: [.wallClock], maxDuration: .seconds(3), maxIterations: 50)
    for (name, isScattered) in [("sweep/1M live", false), ("sweep/1M live, scattered heap", true)] {
        Benchmark(name, configuration: sweeps) { benchmark, live in
            var ended: EndedGeneration?
            benchmark.startMeasurement()
            ended = live.registry.endGeneration()
            benchmark.stopMeasurement()
            blackHole(ended)
        } setup: {
            LiveRegistry(isScattered: isScattered)
        }
    }
    Benchmark("generation/100 components, clean") { benchmark, registry in
        for _ in benchmark.scaledIterations {
            registry.trackShortLived(100)
            blackHole(registry.endGeneration())
        }
    } setup: {
        LeakRegistry()
    }
}

/// A registry with a million live components.
private final class LiveRegistry {
    let registry = LeakRegistry()
    private let heap: FragmentedHeap?
    private let components: [Component]

    init(isScattered: Bool) {
        var generator = SplitMix64(seed: 1)
        heap = isScattered ? FragmentedHeap(free: 1_500_000, using: &generator) : nil
        components = makeComponents(1_000_000)
        registry.trackAll(components[...])
    }
}
