import OutliveBenchmark
import OutliveModel
import Testing

@testable import OutliveDriver

/// The process that a run measures, where it is not simply the launched one.
@Suite struct MeasuredProgramTests {
    @Test func `A program behind a launcher is named once, in the plan and in a note`() async {
        var program = FakeProgram.watched
        program.process = { start, _ in MeasuredProgram(processID: Int32(start), name: "app", note: "app is measured") }
        let report = await run(program, pairs: 4, soak: 8).report
        #expect(report.plan.program == "app")
        #expect(report.notes.count { $0 == "app is measured" } == 1)
        #expect(report.outcome == .clean)
    }

    @Test func `Without another program, the plan keeps the one of the launch command`() async {
        var plan = Plan(launch: "env A=1 app", program: "app", ready: "notify", reset: nil, done: nil, seed: 1)
        (plan.pairs, plan.soak, plan.settleSeconds, plan.work) = (0, 2, 0, "exec:true")
        let launcher = FakeLauncher(world: FakeWorld(.watched))
        let report = await Benchmark(plan: plan, launcher: launcher, toolVersion: "test").run()
        #expect(report.plan.program == "app")
    }

    @Test func `A program that cannot be told from others ends the run`() async {
        var program = FakeProgram.watched
        program.process = { _, _ in throw Failure(.notReady, "the program is unknown") }
        let (report, world) = await run(program, pairs: 0, soak: 8)
        #expect(report.failures.map(\.message) == ["the program is unknown"])
        #expect(report.outcome == .failed)
        #expect(await world.running.isEmpty)
    }

    @Test func `A process that replaces another in a reset is measured from its start`() async {
        var program = FakeProgram.leaking { $0 }
        program.process = { _, reset in MeasuredProgram(processID: reset < 3 ? 1 : 2, name: "app") }
        let report = await run(program, pairs: 0, soak: 12, fidelity: .off, heapFrames: 16).report
        #expect(report.heap?.cycles.map(\.cycle) == Array(0...9))
        #expect(report.notes.count { $0.hasPrefix("resets start app in another process") } == 1)
    }
}
