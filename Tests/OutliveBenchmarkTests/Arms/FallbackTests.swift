import OutliveBenchmark
import OutliveModel
import Testing

struct FallbackTests {
    @Test func `A failed reset falls back to a relaunch, and the sample is its whole cost`() async throws {
        var program = FakeProgram.watched
        program.resetFails = { $0 == 5 }
        let (report, world) = await run(program, pairs: 8, warmup: 2, soak: 10)
        #expect(report.failures.isEmpty)
        #expect(report.fallbacks == 1)
        #expect(report.outcome == .clean)
        let fallen = report.samples.filter(\.fellBack)
        #expect(fallen.count == 1)
        let sample = try #require(fallen.first)
        #expect(sample.arm == .reset)
        #expect(sample.seconds >= 4)
        #expect(sample.outlier)
        #expect(report.comparison?.reset.maximum == sample.seconds)
        #expect(await world.count(.start, instance: 1) == 2)
        #expect(report.notes.count == 1)
        #expect(try #require(report.notes.first).contains("reset 5"))
        #expect(try #require(report.notes.first).contains("rebuild/store threw"))
    }

    @Test func `The run ends with the reason at once if the first three resets all fail`() async throws {
        var program = FakeProgram.watched
        program.resetFails = { _ in true }
        let (report, world) = await run(program, pairs: 20, warmup: 2, soak: 50)
        #expect(report.failures.map(\.code) == [.resetFailed])
        #expect(try #require(report.failures.first).message.contains("rebuild/store threw"))
        #expect(report.fallbacks == 3)
        #expect(await world.count(.reset) == 3)
        #expect(report.samples.count { $0.fellBack } == 3)
        #expect(report.comparison == nil)
        #expect(report.outcome == .failed)
        #expect(await world.running.isEmpty)
    }

    @Test func `Fallbacks are not compared with relaunches if no reset of a pair succeeded`() async throws {
        var program = FakeProgram.watched
        program.resetFails = { $0 > 2 }
        let (report, _) = await run(program, pairs: 6, warmup: 2, soak: 0)
        #expect(report.samples.count { $0.arm == .reset && !$0.warmup && $0.fellBack } == 6)
        #expect(report.comparison == nil)
        #expect(report.outcome == .failed)
    }

    @Test func `The output of a failed command is kept with the command that printed it`() async throws {
        var program = FakeProgram.watched
        program.resetFails = { _ in true }
        program.resetFailure = Failure(.resetFailed, "no", output: "usage: x", printedBy: .reset)
        let (report, _) = await run(program, pairs: 4, warmup: 0, soak: 0)
        #expect(report.failures.map(\.printedBy) == [.reset])
        #expect(report.failures.map(\.output) == ["usage: x"])
    }

    @Test func `A crash in a reset fails the run, which is measured to its end`() async {
        var program = FakeProgram.watched
        program.resetFails = { $0 == 5 || $0 == 7 }
        program.resetFailure = Failure(.died, "was killed by SIGILL in the reset")
        let (report, _) = await run(program, pairs: 8, warmup: 2, soak: 10)
        #expect(report.failures == [program.resetFailure])
        #expect(report.outcome == .failed)
        #expect(report.fallbacks == 2)
        #expect(report.comparison?.pairs == 8)
        #expect(report.soak.count == 10)
    }

    @Test(arguments: [3, 32])
    func `A process that ends between two uses fails the run, too`(reset: Int) async {
        var program = FakeProgram.watched
        program.isolates = false
        program.endsAfterReset = { $0 == reset }
        let (report, _) = await run(program, pairs: 8, warmup: 2, soak: 22)
        #expect(report.failures.map(\.code) == [.died])
        #expect(report.outcome == .failed)
        #expect(report.soak.count == 22)
    }

    @Test func `Failed resets do not end the run if some succeed`() async {
        var program = FakeProgram.watched
        program.resetFails = { !$0.isMultiple(of: 3) }
        let (report, world) = await run(program, pairs: 8, warmup: 1, soak: 12)
        #expect(report.failures.isEmpty)
        #expect(report.fallbacks == 14)
        #expect(await world.count(.reset) == 21)
        // One note for all that failed for the same reason.
        #expect(report.notes.count == 1)
        #expect(report.notes.first?.contains("and so were 13 more resets: ") == true, "\(report.notes)")
    }

    @Test func `The run ends if the application stops being resettable for good`() async {
        var program = FakeProgram.watched
        program.resetFails = { $0 > 6 }
        let (report, world) = await run(program, pairs: 10, warmup: 0, soak: 1000)
        #expect(report.failures.map(\.code) == [.resetFailed])
        // Four in the pairs; the soak's first three.
        #expect(await world.count(.reset) == 6 + 4 + 3)
    }

    @Test func `A fallback begins a new process, whose generations are judged apart`() async {
        var program = FakeProgram.watched
        program.resetFails = { $0 == 15 }
        program.report = { .clean($0, survivors: [.example(births: [1: $0])]) }
        let (report, _) = await run(program, pairs: 8, warmup: 2, soak: 20)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.findings.first?.live == Array(1...15))
    }

    @Test func `The run ends if the relaunch fails too`() async {
        var program = FakeProgram.watched
        program.resetFails = { $0 == 2 }
        program.startFails = { $0 == 2 }
        let (report, world) = await run(program, pairs: 0, warmup: 0, soak: 5)
        #expect(report.failures.map(\.code).contains(.launch))
        #expect(report.failures.first?.message.contains("after a failed reset") == true)
        #expect(await world.running.isEmpty)
    }

    @Test func `Growth is measured over the longest stretch without a fallback`() async throws {
        var program = FakeProgram.watched
        program.resetFails = { $0 == 20 }
        program.vitals = { Vitals(residentBytes: 30_000_000, threads: 4, descriptors: 9 + $0) }
        let (report, _) = await run(program, pairs: 8, warmup: 2, soak: 40)
        #expect(report.soak.count { $0.fellBack } == 1)
        let slope = try #require(report.slopes.first { $0.metric == .descriptors })
        #expect(slope.perCycle == 1)
        #expect(slope.grows)
        #expect(slope.cycles == 30 - 6)
    }
}
