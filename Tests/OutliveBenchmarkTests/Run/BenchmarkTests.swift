import OutliveModel
import Testing

@testable import OutliveBenchmark

struct BenchmarkTests {
    @Test func `A run of a clean program is clean, and leaves nothing running`() async {
        let (report, world) = await run(.watched)
        #expect(report.outcome == .clean)
        #expect(report.comparison?.ratio == 4)
        #expect(report.fallbacks == 0)
        #expect(!report.interrupted)
        #expect(report.machine == .current)
        #expect(report.startedAt.hasSuffix("Z"))
        #expect(await world.running.isEmpty)
    }

    @Test func `The same seed gives the same run, and another seed another order`() async {
        func measured(seed: UInt64) async -> Report {
            var report = await run(.watched, pairs: 20, seed: seed).report
            (report.startedAt, report.seconds) = ("", nil)
            return report
        }
        let (one, same, other) = (await measured(seed: 1), await measured(seed: 1), await measured(seed: 2))
        #expect(one == same)
        #expect(one.samples.map(\.arm) != other.samples.map(\.arm))
    }

    @Test(arguments: [true, false])
    func `A program that does not start is reported`(isolates: Bool) async {
        var program = FakeProgram.watched
        program.isolates = isolates
        program.startFails = { _ in true }
        let (report, world) = await run(program)
        #expect(report.failures.map(\.code) == [.launch])
        #expect(report.samples.isEmpty)
        #expect(await world.running.isEmpty)
    }

    @Test func `Failing work is reported, and the program is stopped`() async {
        var program = FakeProgram.watched
        program.workFails = true
        let (report, world) = await run(program)
        #expect(report.failures.map(\.code) == [.command])
        #expect(await world.running.isEmpty)
    }

    @Test func `Every instance is stopped although the first one refuses`() async {
        var program = FakeProgram.watched
        program.stopFails = true
        let (report, world) = await run(program)
        #expect(report.failures.contains { $0.code == .harness })
        #expect(await world.running.isEmpty)
    }

    @Test func `A run without a completed cycle fails`() async {
        let (report, world) = await run(.watched, pairs: 0, soak: 0)
        #expect(report.failures.map(\.code) == [.noCycle])
        #expect(report.outcome == .failed)
        #expect(await world.running.isEmpty)
    }

    @Test func `A run fails on growth if fallbacks left too few resets to judge it`() async {
        var program = FakeProgram.watched
        program.resetFails = { $0 % 5 == 0 }
        let (report, _) = await run(program, pairs: 0, warmup: 0, soak: 12, growth: .fail)
        #expect(report.failures.map(\.code) == [.noTrend])
        #expect(report.failures.first?.message.contains("fell back") == true)
        let (noted, _) = await run(program, pairs: 0, warmup: 0, soak: 12, growth: .report)
        #expect(noted.failures.isEmpty)
        program.resetFails = { _ in false }
        let (judged, _) = await run(program, pairs: 0, warmup: 0, soak: 12, growth: .fail)
        #expect(judged.failures.isEmpty)
    }

    @Test func `A run that must not grow fails if memory, threads and descriptors cannot be read`() async {
        var program = FakeProgram.watched
        // Readable after five of the ten judged resets.
        program.vitals = { $0 > 7 ? nil : Vitals(residentBytes: 30_000_000, threads: 4, descriptors: 9) }
        let (report, _) = await run(program, pairs: 0, warmup: 0, soak: 12, growth: .fail)
        #expect(report.failures.map(\.code) == [.noTrend])
        #expect(report.failures.first?.message.contains("could not be read: run outlive as the user") == true)
        #expect(report.outcome == .failed)
        let (noted, _) = await run(program, pairs: 0, warmup: 0, soak: 12, growth: .report)
        #expect(noted.failures.isEmpty)
        #expect(noted.notes.contains { $0.hasSuffix("could not be read, so their growth is unknown") })
    }

    @Test func `A run fails if its few resets all fell back`() async {
        var program = FakeProgram.watched
        program.resetFails = { _ in true }
        let (report, _) = await run(program, pairs: 2, warmup: 0, soak: 0)
        #expect(report.failures.map(\.code) == [.noCycle])
        #expect(report.fallbacks == 2)
    }

    @Test(arguments: [true, false])
    func `An interrupt at any point keeps the measurements, and stops everything`(isolates: Bool) async {
        var program = FakeProgram.watched
        program.isolates = isolates
        program.probe = { _, _ in "same" }
        program.resetFails = { $0 == 3 }
        let whole = await run(program, pairs: 6, warmup: 1, soak: 6)
        var generator = SplitMix64(seed: 8)
        let calls = await whole.world.events.count
        let places = [0, 1, 2, calls - 4] + (0..<25).map { _ in generator.index(below: calls - 3) }
        for place in places {
            program.interfere = { call in if call == place { withUnsafeCurrentTask { $0?.cancel() } } }
            let (report, world) = await run(program, pairs: 6, warmup: 1, soak: 6)
            #expect(report.interrupted, "at call \(place)")
            #expect(report.failures.isEmpty, "at call \(place): \(report.failures)")
            #expect(report.outcome == .interrupted)
            #expect(await world.running.isEmpty, "at call \(place)")
            // The samples taken are the first samples of the whole run.
            let first = whole.report.samples.prefix(report.samples.count)
            #expect(report.samples.map(\.arm) == first.map(\.arm))
            #expect(report.samples.map(\.pair) == first.map(\.pair))
            #expect(report.samples.map(\.fellBack) == first.map(\.fellBack))
            let events = await world.events
            let resets = events.count { $0.call == .reset }
            #expect(report.samples.count { $0.arm == .reset || $0.arm == .soak } >= resets - 1)
            #expect(report.soak.count == report.samples.count { $0.arm == .soak })
        }
    }

    @Test func `A late interrupt still compares the complete pairs`() async throws {
        var program = FakeProgram.watched
        let calls = await run(program, pairs: 12, soak: 0).world.events.count
        program.interfere = { call in if call == calls - 40 { withUnsafeCurrentTask { $0?.cancel() } } }
        let (report, _) = await run(program, pairs: 12, soak: 0)
        let comparison = try #require(report.comparison)
        #expect(comparison.pairs < 12 && comparison.pairs >= 6)
        #expect(comparison.ratio == 4)
        #expect(comparison.interval != nil)
    }

    @Test func `An early interrupt of a long soak still gives slopes`() async {
        var report = await run(FakeProgram(), pairs: 0, warmup: 2, soak: 20).report
        report.plan.soak = 500
        report.analyse()
        #expect(report.slopes.contains { $0.metric == .residentBytes && $0.cycles == 16 })
    }

    @Test func `An interrupt in a reset causes no fallback, and is no failure`() async throws {
        var program = FakeProgram.watched
        let events = await run(program).world.events
        let place = try #require(events.firstIndex { $0.call == .reset })
        program.failsWhenCancelled = true
        program.interfere = { call in if call == place { withUnsafeCurrentTask { $0?.cancel() } } }
        let (report, world) = await run(program)
        #expect(report.interrupted)
        #expect(report.failures.isEmpty)
        #expect(report.fallbacks == 0)
        #expect(await world.events.dropFirst(place + 1).map(\.call) == [.stop, .stop])
        #expect(await world.running.isEmpty)
    }

    @Test func `A run cancelled before it begins measures nothing, and is no failure`() async {
        let world = FakeWorld(.watched)
        let plan = Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", seed: 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Benchmark(plan: plan, launcher: FakeLauncher(world: world), toolVersion: "test").run()
        }
        let report = await task.value
        #expect(report.interrupted)
        #expect(report.failures.isEmpty)
        #expect(report.samples.isEmpty)
    }
}
