internal import Benchmark
internal import OutliveBenchmark
internal import OutliveModel
internal import OutliveReport

/// The work after a run: its statistics and its reports.
func analysisBenchmarks() {
    let single = Benchmark.Configuration(metrics: [.wallClock], scalingFactor: .one, maxDuration: .seconds(2))
    for count in [20, 100] {
        Benchmark("interval/\(count) pairs", configuration: single) { benchmark in
            var generator = SplitMix64(seed: 1)
            let pairs = (0..<count).map { _ in
                (launch: 4 + generator.unit(), reset: 1 + generator.unit())
            }
            benchmark.startMeasurement()
            blackHole(ratioInterval(of: pairs, using: &generator))
        }
    }
    Benchmark("slope/500 cycles", configuration: single) { benchmark in
        var generator = SplitMix64(seed: 1)
        let values = (0..<500).map { _ in generator.unit() as Double? }
        benchmark.startMeasurement()
        blackHole(theilSen(values))
    }
    for format in ReportFormat.all {
        Benchmark("report/\(format.name), 500 cycles", configuration: single) { benchmark in
            let report = longReport()
            benchmark.startMeasurement()
            blackHole(try format.bytes(for: report))
        }
    }
}

/// The report of a long run.
private func longReport() -> Report {
    let plan = Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", soak: 500, seed: 1)
    let machine = Machine.current
    var report = Report(toolVersion: "0", startedAt: "2026-01-01T00:00:00Z", machine: machine, plan: plan)
    report.samples = (0..<500).map { Sample(arm: .soak, order: $0, seconds: 1) }
    report.analyse()
    return report
}
