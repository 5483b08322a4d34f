internal import Benchmark
internal import Outlive
internal import Workloads

/// The cost of a registration.
func trackingBenchmarks() {
    Benchmark("track/off") { benchmark in
        let registry = LeakRegistry(isEnabled: false)
        let component = Component()
        benchmark.startMeasurement()
        registry.trackAgain(component, times: benchmark.scaledIterations.count)
    }
    for depth in [1, 8, 32] {
        Benchmark("track/short-lived/\(depth) frames") { benchmark in
            let registry = LeakRegistry(depth: depth)
            underFrames(40) {
                benchmark.startMeasurement()
                registry.trackShortLived(benchmark.scaledIterations.count)
            }
        }
        Benchmark("track/kept alive/\(depth) frames") { benchmark in
            let registry = LeakRegistry(depth: depth)
            let components = makeComponents(benchmark.scaledIterations.count)
            underFrames(40) {
                benchmark.startMeasurement()
                registry.trackAll(components[...])
            }
            benchmark.stopMeasurement()
            withExtendedLifetime(components) {}
        }
    }
    Benchmark("track/named") { benchmark in
        let registry = LeakRegistry()
        underFrames(40) {
            benchmark.startMeasurement()
            registry.trackNamed(benchmark.scaledIterations.count)
        }
    }
}
