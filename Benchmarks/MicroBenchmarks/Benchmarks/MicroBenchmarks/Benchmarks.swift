internal import Benchmark

/// All benchmarks, with a file for each subject.
let benchmarks: @Sendable () -> Void = {
    // Counts of allocations need interposing, which this package is built without, and would read 0.
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput], scalingFactor: .kilo, maxDuration: .seconds(1))
    trackingBenchmarks()
    generationBenchmarks()
    analysisBenchmarks()
}
