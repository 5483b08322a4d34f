import OutliveModel
import Testing

@testable import OutliveBenchmark

struct ProgressTests {
    @Test func `Progress is reported after every sample, and ends at the total`() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Benchmark.Progress.self)
        let (report, _) = await run(.watched, pairs: 5, warmup: 1, soak: 7) { continuation.yield($0) }
        continuation.finish()
        var told: [Benchmark.Progress] = []
        for await progress in stream { told.append(progress) }
        #expect(told.map(\.done) == Array(1...report.samples.count))
        #expect(told.map(\.arm) == report.samples.map(\.arm))
        #expect(told.allSatisfy { $0.total == 12 + 21 + 7 })
        #expect(told.last?.done == told.last?.total)
        #expect(told.last?.secondsLeft == 0)
        #expect(told.allSatisfy { $0.secondsLeft >= 0 })
    }

    @Test func `The time left is estimated from the cost of each arm`() {
        var meter = ProgressMeter(planned: [.launch: 3, .reset: 3, .ping: 10, .soak: 10])
        // Two more launches; three resets and the soak, of which nothing is known but what a launch costs.
        #expect(meter.finished(.launch, seconds: 8).secondsLeft == 40)
        // Two launches, two resets, ten cycles that cost what a reset costs.
        let second = meter.finished(.reset, seconds: 1)
        #expect(second.secondsLeft == 28)
        #expect(second.done == 2 && second.total == 26)
        #expect(meter.finished(.reset, seconds: 3).secondsLeft == 38)
    }

    @Test func `An arm that proves impossible is left out of the progress`() {
        var meter = ProgressMeter(planned: [.launch: 1, .ping: 20])
        meter.skip(.ping)
        let last = meter.finished(.launch, seconds: 1)
        #expect(last == Benchmark.Progress(arm: .launch, done: 1, total: 1, secondsLeft: 0))
    }
}
