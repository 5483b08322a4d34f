import FoundationEssentials
import OutliveBenchmark
import OutliveModel
import Testing

struct AnalysisTests {
    @Test func `A report gives the same figures when it is read back and analysed again`() async throws {
        var program = FakeProgram.watched
        program.slowdown = { 1 + 0.01 * Double($0 % 7) }
        let (report, _) = await run(program, pairs: 12, soak: 20)
        var read = try JSONDecoder().decode(Report.self, from: JSONEncoder().encode(report))
        read.comparison = nil
        read.ping = nil
        read.slopes = []
        for place in read.samples.indices { read.samples[place].outlier.toggle() }
        read.analyse()
        #expect(read == report)
    }

    @Test
    func `Outliers of an arm are flagged but count in every figure, and the warm-up is not judged`() async throws {
        var program = FakeProgram.watched
        // The first calls are very slow, but they are warm-up; what is far among the measured is the fallback.
        program.slowdown = { $0 < 8 ? 50 : 1 + 0.01 * Double($0 % 5) }
        program.resetFails = { $0 == 9 }
        let (report, _) = await run(program, pairs: 20, warmup: 3, soak: 0)
        #expect(report.samples.filter(\.warmup).allSatisfy { !$0.outlier })
        let flagged = report.samples.filter(\.outlier)
        #expect(flagged.contains { $0.arm == .reset && $0.fellBack })
        #expect(report.comparison?.reset.outliers == flagged.count { $0.arm == .reset })
        #expect(report.comparison?.reset.count == 20)
    }

    @Test func `Only complete, measured pairs count, in whatever order the samples come`() throws {
        let machine = Machine(system: "s", architecture: "a", processor: nil, processors: 1, memoryBytes: 1)
        let plan = Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", seed: 1)
        var report = Report(toolVersion: "0", startedAt: "", machine: machine, plan: plan)
        func sample(_ arm: Arm, _ pair: Int, _ seconds: Double, warmup: Bool = false) -> Sample {
            Sample(arm: arm, order: 0, pair: pair, warmup: warmup, seconds: seconds)
        }
        report.samples = [
            sample(.reset, 0, 99, warmup: true), sample(.launch, 0, 99, warmup: true), sample(.reset, 1, 2),
            sample(.launch, 0, 6), sample(.launch, 2, 77), sample(.reset, 0, 2), sample(.launch, 1, 10),
        ]
        report.analyse()
        let comparison = try #require(report.comparison)
        #expect(comparison.pairs == 2)
        #expect(comparison.ratio == 4)
        #expect(comparison.interval == nil)
        #expect(comparison.savedSecondsPer100 == 600)
    }
}
