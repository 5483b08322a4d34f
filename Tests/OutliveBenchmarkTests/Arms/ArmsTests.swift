import OutliveDriver
import OutliveModel
import Testing

@testable import OutliveBenchmark

/// Runs with more than two arms.
struct ArmsTests {
    private static let names = ["relaunch", "template", "truncate", "spare", "other"].map(Arm.init)
    private static let arms = zip(
        names, ["relaunch", "exec:template", "exec:truncate", "spare", "launch:other {port}"]
    ).map { PlannedArm(name: $0, trigger: $1) }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Each block holds every arm once, and each arm precedes another equally often`(seed: UInt64) {
        let orders = Arms.orders(of: Self.names, blocks: 10, seed: seed)
        #expect(orders.allSatisfy { Set($0) == Set(Self.names) && $0.count == 5 })
        for first in Self.names {
            for second in Self.names where first != second {
                let before = orders.count { $0.firstIndex(of: first)! < $0.firstIndex(of: second)! }
                #expect(before == 5)
            }
        }
    }

    @Test func `Every arm has an instance of its own, and all ratios are reported with the reference first`() async {
        var program = FakeProgram()
        program.secondsOfArms = [Self.names[1]: 2, Self.names[2]: 0.5, Self.names[3]: 0.1]
        let (report, world) = await run(program, pairs: 8, warmup: 1, soak: 3, reset: "exec:template", arms: Self.arms)
        #expect(report.failures.isEmpty)
        #expect(report.format == 2)
        #expect(await world.maximumRunning == 5)
        #expect(report.comparison?.arms.map(\.arm) == Self.names)
        #expect(report.comparison?.ratios.count == 10)
        #expect(report.comparison?.toReference.map(\.ratio) == [2, 8, 40, 1])
        #expect(report.comparison?.leading?.arm == Self.names[3])
        #expect(report.comparison?.arms.map { $0.stop != nil } == [true, false, false, false, true])
        // The soak is of the first arm that resets in place.
        #expect(report.soak.count == 3)
        #expect(await world.count(.reset, instance: 1) == 9 + 3)
        #expect(await world.count(.reset, instance: 2) == 9)
    }

    @Test func `An arm whose state differs from a launch is named, and the others are equal`() async {
        var program = FakeProgram()
        program.stateOfArms = { arm, reset in
            let variables: [String: ProcessState.Fact] =
                arm == Self.names[2] && reset > 0 ? ["LEFT": .setting("1")] : [:]
            return ProcessState(facts: [.environment: variables])
        }
        let (report, _) = await run(program, pairs: 6, warmup: 1, soak: 0, reset: "exec:template", arms: Self.arms)
        #expect(report.fidelity?.arms?.map(\.arm) == Array(Self.names.dropFirst()).sorted { $0.rawValue < $1.rawValue })
        let differences = report.fidelity?.failing.flatMap(\.differences) ?? []
        #expect(differences.map(\.arm) == [Self.names[2]])
        #expect(differences.map(\.subject) == ["LEFT"])
        #expect(report.outcome == .notClean)
    }

    @Test func `Another launch command is judged by the state of the first one, not by its own`() async {
        var program = FakeProgram()
        program.stateOfArms = { arm, _ in
            ProcessState(facts: [.umask: ["umask": .setting(arm == Self.names[4] ? "077" : "022")]])
        }
        let (report, _) = await run(program, pairs: 6, warmup: 1, soak: 0, reset: "exec:template", arms: Self.arms)
        #expect(report.fidelity?.failing.flatMap(\.differences).map(\.arm) == [Self.names[4]])
    }

    @Test func `The probe of an arm is compared with that after a launch`() async {
        var program = FakeProgram()
        program.probeOfArms = { arm, reset in arm == Self.names[3] && reset > 0 ? "left" : "fresh" }
        let (report, _) = await run(
            program, pairs: 6, warmup: 1, soak: 0, reset: "exec:template", arms: Self.arms, probe: "exec:probe")
        #expect(report.stateDifferences.map(\.arm) == [Self.names[3]])
        #expect(report.stateSurvived)
    }

    @Test func `An arm whose resets all fail is left out, and the run ends as with one reset`() async {
        var program = FakeProgram()
        program.resetFails = { _ in true }
        let (report, _) = await run(program, pairs: 6, warmup: 1, soak: 0, reset: "exec:template", arms: Self.arms)
        #expect(report.failures.map(\.code) == [.resetFailed])
        #expect(report.failures.first?.message.contains("of arm ") == true)
    }

    @Test func `A gate of one arm fails that arm alone`() async throws {
        var program = FakeProgram()
        program.secondsOfArms = [Self.names[1]: 2, Self.names[2]: 0.5]
        program.probe = { _, _ in "state" }
        program.probePrintsUse = true
        var arms = Array(Self.arms.prefix(3))
        (arms[1].minimumSpeedup, arms[2].minimumSpeedup) = (3, 5)
        let (report, _) = await run(program, pairs: 6, warmup: 1, soak: 0, reset: "exec:template", arms: arms)
        let missed = try #require(report.runs.first?.missedGates)
        #expect(missed.map(\.arm) == [Self.names[1]])
        #expect(report.outcome == .tooSlow)
    }
}
