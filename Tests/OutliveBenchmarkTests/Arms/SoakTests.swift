import OutliveBenchmark
import OutliveModel
import Testing

struct SoakTests {
    @Test func `One instance is reset without relaunches, and its resources are read after each cycle`() async {
        let (report, world) = await run(.watched, pairs: 6, warmup: 2, soak: 20)
        #expect(report.soak.map(\.cycle) == Array(1...20))
        #expect(report.soak.allSatisfy { $0.vitals?.descriptors == 9 && $0.liveComponents == 3 && $0.seconds == 1 })
        #expect(report.samples.count { $0.arm == .soak } == 20)
        #expect(report.samples.count { $0.arm == .soak && $0.warmup } == 4)
        #expect(await world.count(.start, instance: 1) == 1)
        let events = await world.events
        let lastOfRelaunched = events.lastIndex { $0.instance == 0 && $0.call != .stop } ?? 0
        let firstPing = events.firstIndex { $0.call == .ping } ?? 0
        #expect(events[lastOfRelaunched..<firstPing].contains(Event(instance: 0, call: .stop)))
    }

    @Test func `The soak continues the generations of the pairs in one series`() async {
        var program = FakeProgram.watched
        program.report = { .clean($0, survivors: [.example(births: [1: 1])]) }
        let (report, _) = await run(program, pairs: 6, warmup: 2, soak: 20)
        #expect(report.findings.first?.live.count == 28)
    }

    @Test func `The soak begins with a fresh process if there is one instance only`() async {
        var program = FakeProgram.watched
        program.isolates = false
        program.report = { .clean($0, survivors: [.example(births: [1: 1])]) }
        let (report, _) = await run(program, pairs: 6, warmup: 2, soak: 20)
        #expect(report.findings.map(\.verdict) == [.retained])
        #expect(report.findings.first?.live.count == 20)
    }

    @Test func `Each metric that really grows is found, and nothing else`() async throws {
        var program = FakeProgram.watched
        program.vitals = {
            Vitals(residentBytes: 30_000_000 + 40_000 * $0, threads: 4 + $0 / 5, descriptors: 9 + ($0 == 20 ? 1 : 0))
        }
        program.report = { .clean($0, survivors: [.example(births: [1: $0])]) }
        let (report, _) = await run(program, soak: 50)
        #expect(Set(report.slopes.filter(\.grows).map(\.metric)) == [.residentBytes, .threads, .liveComponents])
        let memory = try #require(report.slopes.first { $0.metric == .residentBytes })
        #expect(memory.perCycle == 40_000)
        #expect(memory.cycles == 40)
    }

    @Test func `Memory that only warms up is no growth`() async {
        var program = FakeProgram.watched
        program.vitals = { Vitals(residentBytes: 30_000_000 + 100_000 * min($0, 18), threads: 4, descriptors: 9) }
        let (report, _) = await run(program, pairs: 8, warmup: 2, soak: 50)
        #expect(report.slopes.count == 5)
        #expect(report.slopes.allSatisfy { !$0.grows })
    }

    @Test func `An unreadable metric has no slope`() async {
        var program = FakeProgram()
        program.vitals = { _ in nil }
        let (report, _) = await run(program, soak: 20)
        #expect(report.slopes.map(\.metric) == [.resetSeconds])
        #expect(report.soak.allSatisfy { $0.vitals == nil && $0.liveComponents == nil })
    }
}
