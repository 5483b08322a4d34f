import OutliveBenchmark
import OutliveModel
import Testing

struct StateTests {
    @Test func `The state is compared with that after a launch, and is clean when equal`() async {
        var program = FakeProgram.watched
        program.probe = { _, _ in "notes: 20000" }
        let (report, world) = await run(program, pairs: 4, warmup: 1, soak: 5)
        #expect(report.stateDifferences.isEmpty)
        #expect(report.outcome == .clean)
        // After the first launch of each instance; to see that there is a probe, and to confirm it.
        #expect(await world.count(.probe) == 2 + 2)
        // Before and after each reset and relaunch.
        #expect(await world.count(.serve) == 2 * (10 + 5))
    }

    @Test
    func `Each distinct print is reported once with its first cycle and count, and the run continues`()
        async throws
    {
        var program = FakeProgram.watched
        program.probe = { _, reset in reset >= 4 ? (reset == 9 ? "sessions: 2" : "sessions: 1") : "sessions: 0" }
        let (report, _) = await run(program, pairs: 8, warmup: 2, soak: 5)
        #expect(
            report.stateDifferences == [
                StateDifference(cycle: 4, occurrences: 11, expected: "sessions: 0", actual: "sessions: 1"),
                StateDifference(cycle: 9, occurrences: 1, expected: "sessions: 0", actual: "sessions: 2"),
            ])
        #expect(report.soak.count == 5)
        #expect(report.outcome == .notClean)
    }

    @Test func `State that grows with every reset is kept ten times, and the rest counted`() async throws {
        var program = FakeProgram.watched
        program.probe = { _, reset in "sessions: \(reset)" }
        let (report, _) = await run(program, pairs: 8, warmup: 2, soak: 20)
        #expect(report.stateDifferences.map(\.cycle) == Array(1...10))
        #expect(try #require(report.notes.first).contains("20 more resets"))
    }

    @Test
    func `State cannot be judged if two launches differ, which is reported before measuring`() async throws {
        var program = FakeProgram.watched
        program.probe = { start, _ in "notes: 5\nstart: \(start)" }
        let (report, world) = await run(program)
        #expect(report.failures.map(\.code) == [.unstableProbe])
        #expect(try #require(report.failures.first).message.contains("\"start: 1\" and \"start: 2\""))
        #expect(report.outcome == .failed)
        #expect(await world.count(.reset) == 0)
        #expect(report.samples.isEmpty)
    }

    @Test(arguments: [true, false])
    func `State cannot be judged if a later launch differs`(isolates: Bool) async {
        var program = FakeProgram.watched
        program.isolates = isolates
        program.probe = { start, _ in start == 5 ? "odd" : "same" }
        let (report, _) = await run(program)
        #expect(report.failures.map(\.code) == [.unstableProbe])
        #expect(report.samples.count { $0.arm == .launch } >= 3)
    }

    @Test func `Without a probe the state is not read, and no second launch is made for it`() async {
        let (report, world) = await run(.watched, pairs: 4, warmup: 0, soak: 0)
        #expect(report.failures.isEmpty)
        #expect(await world.count(.start, instance: 1) == 1)
    }
}
