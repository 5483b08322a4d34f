import OutliveBenchmark
import OutliveModel
import OutliveSupport
import Testing

struct SoakExtensionTests {
    private func soak(
        _ cycles: Int = 50, growth: GateMode = .fail, _ vitals: @escaping @Sendable (Int) -> Vitals
    ) async -> Report {
        var program = FakeProgram()
        program.vitals = vitals
        return await run(program, pairs: 1, soak: cycles, growth: growth).report
    }

    @Test func `The soak is extended until an uncollected heap stops growing, and is clean then`() async {
        let report = await soak { Vitals(residentBytes: 8_000_000 + 50_000 * min($0, 90), threads: 5, descriptors: 7) }
        #expect(report.soak.count > 90 && report.soak.count < 400)
        #expect(report.soak.map(\.cycle) == Array(1...report.soak.count))
        #expect(report.outcome == .clean)
        #expect(report.notes.contains { $0.contains("the soak was extended from 50 to \(report.soak.count) cycles") })
    }

    @Test func `The extension fails as soon as growth exceeds what an uncollected heap explains`() async {
        let report = await soak { Vitals(residentBytes: 8_000_000 + 65_536 * $0, threads: 5, descriptors: 7) }
        #expect(report.soak.count > 50 && report.soak.count < 300)
        #expect(report.outcome == .notClean)
        #expect(report.failingGrowth.map(\.metric) == [.residentBytes])
    }

    @Test func `The soak is not extended if growth is proven at once`() async {
        for vitals: @Sendable (Int) -> Vitals in [
            { Vitals(residentBytes: 8_000_000 + 1_048_576 * $0, threads: 5, descriptors: 7) },
            { Vitals(residentBytes: 8_000_000, threads: 5, descriptors: 7 + $0) },
            { Vitals(residentBytes: 8_000_000, threads: 5 + $0, descriptors: 7) },
        ] {
            let report = await soak(50, vitals)
            #expect(report.soak.count == 50)
            #expect(report.outcome == .notClean)
        }
    }

    @Test func `The longest soak fails if one page leaks in every cycle`() async {
        let report = await soak { Vitals(residentBytes: 8_000_000 + 4096 * $0, threads: 5, descriptors: 7) }
        #expect(report.soak.count == 500)
        #expect(report.outcome == .notClean)
    }

    @Test func `A soak of eight cycles is extended until its halves can be judged`() async {
        let leak = await soak(8) { Vitals(residentBytes: 8_000_000, threads: 5, descriptors: 7 + $0 / 2) }
        #expect(leak.soak.count > 12)
        #expect(leak.failingGrowth.map(\.metric) == [.descriptors])
        let pool = await soak(8) { Vitals(residentBytes: 8_000_000, threads: 5 + min($0 / 4, 3), descriptors: 7) }
        #expect(pool.outcome == .clean)
    }

    @Test func `A soak of work alone without the heap tier is judged by memory, and says what it cannot see`() async {
        var program = FakeProgram()
        // Nothing is reset, so each look is the next cycle.
        let looks = Lock(0)
        program.vitals = { _ in
            let look = looks.withLock { count in
                count += 1
                return count
            }
            return Vitals(residentBytes: 8_000_000 + 1_048_576 * look, threads: 5, descriptors: 7)
        }
        let report = await run(
            program, pairs: 0, soak: 20, fidelity: .off, growth: .fail, reset: nil, work: "exec:true"
        ).report
        #expect(report.failingGrowth.map(\.metric) == [.residentBytes])
        #expect(report.notes.contains { $0.contains("what grows inside of them is not known") })
    }

    private static func using(_ metric: Metric, _ value: Int) -> Vitals {
        Vitals(residentBytes: 8_000_000, threads: 5, descriptors: 7, resources: [metric: value])
    }

    @Test(arguments: Metric.resources)
    func `A resource of the kernel that each cycle adds to is growth`(metric: Metric) async {
        let each = metric.unit == .bytes ? 1 << 20 : 1
        let report = await soak(12) { Self.using(metric, 3 * each + $0 * each) }
        #expect(report.failingGrowth.map(\.metric) == [metric])
        #expect(report.outcome == .notClean)
        #expect(report.unexplainedGrowth.map(\.metric) == [metric])
    }

    @Test(arguments: Metric.resources)
    func `A resource of the kernel that was never used, or stays constant, has no slope`(metric: Metric) async {
        for value in [0, 4] {
            let report = await soak(12) { _ in Self.using(metric, value) }
            #expect(!report.slopes.contains { $0.metric == metric })
            #expect(report.outcome == .clean)
        }
    }

    @Test(arguments: [(Metric.children, 1), (.childBytes, 8 << 20)])
    func `A pool of ten workers that starts one with each cycle is no growth`(metric: Metric, each: Int) async {
        let report = await soak(12) { Self.using(metric, min($0, 10) * each) }
        #expect(report.soak.count > 12)
        #expect(report.outcome == .clean)
    }

    @Test func `Memory that is reserved in steps is no growth`() async {
        let report = await soak(50) { Self.using(.untouchedBytes, $0 / 7 * 64 << 20) }
        #expect(report.failingGrowth == [])
    }

    @Test func `The soak is as long as planned if growth is only reported or nothing grows`() async {
        let reported = await soak(growth: .report) {
            Vitals(residentBytes: 8_000_000 + 50_000 * $0, threads: 5, descriptors: 7)
        }
        #expect(reported.soak.count == 50)
        let flat = await soak { _ in Vitals(residentBytes: 8_000_000, threads: 5, descriptors: 7) }
        #expect(flat.soak.count == 50)
        #expect(flat.notes.isEmpty)
    }

    @Test func `The soak is not extended if leaks fail the run already`() async {
        var program = FakeProgram.watched
        program.report = { .clean($0, survivors: [.example(births: [1: $0])]) }
        program.vitals = { Vitals(residentBytes: 8_000_000 + 50_000 * $0, threads: 5, descriptors: 7) }
        let (report, _) = await run(program, pairs: 1, soak: 50, growth: .fail)
        #expect(report.soak.count == 50)
        #expect(report.outcome == .notClean)
    }
}
