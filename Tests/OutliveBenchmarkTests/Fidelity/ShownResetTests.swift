import OutliveBenchmark
import OutliveModel
import Testing

/// Resets that acknowledge before they serve, and resets of which nothing shows what they reset.
struct ShownResetTests {
    private func isClose(_ one: Double?, _ other: Double) -> Bool { one.map { abs($0 - other) < 1e-9 } ?? false }

    @Test func `A reset that acknowledges before it serves lasts until it serves`() async throws {
        var program = FakeProgram()
        program.serviceSeconds = { reset, isNew in isNew && reset > 0 ? 0.210 : 0.010 }
        let (report, _) = await run(program)
        let resets = report.samples.filter { $0.arm == .reset || $0.arm == .soak }
        #expect(resets.allSatisfy { isClose($0.seconds, 1.2) && isClose($0.lateSeconds, 0.2) })
        #expect(isClose(report.comparison?.ratio, 4 / 1.2))
        #expect(report.soak.allSatisfy { isClose($0.seconds, 1.2) })
        let note = try #require(report.notes.first)
        #expect(note.contains("served 200 ms later (median) than it acknowledged"))
    }

    @Test func `A relaunch that reports ready before it serves lasts until it serves`() async {
        var program = FakeProgram()
        program.serviceSeconds = { reset, isNew in isNew && reset == 0 ? 0.510 : 0.010 }
        let (report, _) = await run(program)
        let launches = report.samples.filter { $0.arm == .launch }
        #expect(launches.allSatisfy { isClose($0.seconds, 4.5) && isClose($0.startSeconds, 4) })
        #expect(launches.allSatisfy { isClose($0.stopSeconds, 0.5) && isClose($0.lateSeconds, 0.5) })
        #expect(report.samples.filter { $0.arm == .reset }.allSatisfy { $0.seconds == 1 && $0.lateSeconds == nil })
        #expect(report.notes.contains { $0.contains("served 500 ms later (median) than it reported ready") })
    }

    @Test func `A grace period that passes in vain is noted, and in no figure`() async {
        var program = FakeProgram()
        program.graceSeconds = 5
        let (report, _) = await run(program)
        #expect(report.comparison?.ratio == 4)
        let launches = report.samples.filter { $0.arm == .launch }
        #expect(launches.allSatisfy { $0.graceSeconds == 5 && $0.seconds == 4 })
        #expect(
            report.notes.contains {
                $0.hasPrefix(
                    "relaunch: the application ignored the stop signal in 10 of 10 stops and was killed after ")
                    && $0.contains("5000 ms, which is in no figure")
            })
    }

    @Test func `The usual cost of the probe is not part of a relaunch or a reset`() async {
        var program = FakeProgram()
        program.serviceSeconds = { _, _ in 0.3 }
        let (report, _) = await run(program)
        #expect(report.comparison?.ratio == 4)
        #expect(report.samples.allSatisfy { $0.lateSeconds == nil })
        #expect(report.notes.isEmpty)
    }

    @Test func `Without a probe nothing shows what a reset resets, which is said in place of equivalent`() async {
        var program = FakeProgram()
        program.state = { _, _, _ in ProcessState(facts: [.umask: ["umask": .count(18)]]) }
        let (report, _) = await run(program, work: "exec:work")
        #expect(report.unshownResets == [.reset])
        #expect(report.outcome == .clean)
        #expect(report.unshownResetsStatement == "nothing showed what the reset resets")
        #expect(report.plan.wayToShowResets == "add --probe, a command or URL that prints what the work changes")
    }

    @Test func `A probe that prints the same after the work shows nothing`() async {
        var program = FakeProgram()
        program.probe = { _, _ in "state 0" }
        let (report, _) = await run(program, work: "exec:work", probe: "exec:state")
        #expect(report.unshownResets == [.reset])
        #expect(report.plan.wayToShowResets.hasSuffix("let it print what the work changes"))
    }

    @Test func `A probe that prints what the work changed shows what a reset resets`() async {
        var program = FakeProgram()
        program.probe = { _, _ in "state" }
        program.probePrintsUse = true
        let (report, _) = await run(program, work: "exec:work", probe: "exec:state", minimumSpeedup: 2)
        #expect(report.unshownResets == nil)
        #expect(report.stateDifferences.isEmpty)
        #expect(report.outcome == .clean)
    }

    @Test func `Registered components that are released in a reset show what it resets`() async {
        let (report, _) = await run(.watched, work: "exec:work", minimumSpeedup: 2)
        #expect(report.unshownResets == nil)
        #expect(report.outcome == .clean)
    }

    @Test func `A gate on the speed of a reset that showed no effect fails the run`() async throws {
        let (report, _) = await run(FakeProgram(), work: "exec:work", minimumSpeedup: 2)
        let failure = try #require(report.failures.first)
        #expect(failure.code == .nothingShown)
        #expect(
            failure.message
                == "the gate of 2.0x cannot be judged, as nothing showed what the reset resets: add --probe, a command "
                + "or URL that prints what the work changes")
        #expect(report.outcome == .failed)
    }

    @Test func `Only the arms that reset in place have to show what they reset`() async {
        let arms = [
            PlannedArm(name: Arm(rawValue: "relaunch"), trigger: "relaunch"),
            PlannedArm(name: Arm(rawValue: "spare"), trigger: "spare"),
            PlannedArm(name: Arm(rawValue: "flush"), trigger: "signal:HUP", done: "notify"),
        ]
        let (report, _) = await run(FakeProgram(), arms: arms, work: "exec:work")
        #expect(report.unshownResets == [Arm(rawValue: "flush")])
        #expect(report.unshownResetsStatement == "nothing showed what flush resets")
    }
}
