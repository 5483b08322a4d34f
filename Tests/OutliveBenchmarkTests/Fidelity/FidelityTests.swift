import OutliveBenchmark
import OutliveModel
import Testing

struct FidelityTests {
    /// A program that holds what the closure says, by resets since its launch and whether it was used since.
    private func program(
        _ facts: @escaping @Sendable (_ reset: Int, _ used: Bool) -> [FidelityCheck: [String: ProcessState.Fact]]
    ) -> FakeProgram {
        var program = FakeProgram()
        program.state = { _, reset, used in ProcessState(facts: facts(reset, used)) }
        return program
    }

    private func differences(
        _ program: FakeProgram, pairs: Int = 2, soak: Int = 4, expected: [ExpectedDifference] = []
    ) async throws -> [FidelityDifference] {
        let (report, _) = await run(program, pairs: pairs, warmup: 1, soak: soak, expected: expected)
        return try #require(report.fidelity).results.flatMap(\.differences)
    }

    @Test func `A reset is equivalent if every fact equals what a launch leaves`() async throws {
        let program = program { _, _ in
            [.descriptors: ["pipe": .count(2)], .directory: ["working directory": .setting("/")], .children: [:]]
        }
        let (report, _) = await run(program, pairs: 2, warmup: 1, soak: 4, probe: "exec:state")
        let fidelity = try #require(report.fidelity)
        #expect(fidelity.results.map(\.check) == [.probe, .descriptors, .children, .directory])
        #expect(fidelity.failing.isEmpty)
        #expect(fidelity.resets == 7)
        // The first of either instance, and the relaunches of three pairs.
        #expect(fidelity.launches == 5)
        #expect(report.outcome == .clean)
    }

    @Test func `Leftovers are named since a reset, with the number before and after`() async throws {
        let program = program { reset, _ in
            [.descriptors: reset < 3 ? ["pipe": .count(2)] : ["pipe": .count(2), "file /tmp/x": .count(reset)]]
        }
        let found = try await differences(program)
        #expect(found == [FidelityDifference(subject: "file /tmp/x", launched: nil, reset: "7", firstCycle: 3)])
        #expect(await run(program, pairs: 2, warmup: 1, soak: 4).report.outcome == .notClean)
    }

    @Test func `A setting that changed, appeared or went away is named`() async throws {
        let program = program { reset, _ in
            reset == 0
                ? [.environment: ["HOME": .setting("/root"), "OLD": .setting("1")]]
                : [.environment: ["HOME": .setting("/tmp"), "NEW": .setting("2")]]
        }
        #expect(
            try await differences(program) == [
                FidelityDifference(subject: "HOME", launched: "/root", reset: "/tmp", firstCycle: 1),
                FidelityDifference(subject: "NEW", launched: nil, reset: "2", firstCycle: 1),
                FidelityDifference(subject: "OLD", launched: "1", reset: nil, firstCycle: 1),
            ])
    }

    @Test func `A signal left handled, ignored or at its default by a reset is named and fails the run`() async throws {
        let program = program { reset, _ in
            [
                .signals: reset == 0
                    ? ["HUP": .setting("caught"), "USR1": .setting("caught")]
                    : ["USR1": .setting("ignored"), "USR2": .setting("caught")]
            ]
        }
        #expect(
            try await differences(program) == [
                FidelityDifference(subject: "HUP", launched: "caught", reset: nil, firstCycle: 1),
                FidelityDifference(subject: "USR1", launched: "caught", reset: "ignored", firstCycle: 1),
                FidelityDifference(subject: "USR2", launched: nil, reset: "caught", firstCycle: 1),
            ])
        let (report, _) = await run(program, pairs: 2, warmup: 1, soak: 4)
        #expect(report.fidelity?.failing.map(\.check) == [.signals])
        #expect(report.outcome == .notClean)
    }

    @Test func `Types that live on only after resets are named, and released ones are not`() async throws {
        let program = program { reset, used in
            var types: [String: ProcessState.Fact] = ["App.Server": .count(1)]
            if reset == 0 { types["App.LaunchOptions"] = .count(1) }
            if used { types["App.Session"] = .count(1) }
            if reset > 1 { types["App.OldServer"] = .count(1) }
            return [.types: types]
        }
        #expect(
            try await differences(program) == [
                FidelityDifference(subject: "App.OldServer", launched: nil, reset: "1", firstCycle: 2)
            ])
    }

    @Test func `Passing differences are ignored, and the rest are dated from when they stayed`() async throws {
        let program = program { reset, _ in
            var children: [String: ProcessState.Fact] = [:]
            if reset == 2 { children["sh"] = .count(1) }
            if [3, 6, 7].contains(reset) { children["sleep"] = .count(1) }
            return [.children: children]
        }
        #expect(
            try await differences(program) == [
                FidelityDifference(subject: "sleep", launched: nil, reset: "1", firstCycle: 6)
            ])
    }

    @Test func `A setting on which launches disagree is not judged`() async throws {
        var program = FakeProgram()
        program.state = { start, reset, _ in
            ProcessState(facts: [.environment: ["STAMP": .setting("\(start) \(reset)")], .umask: ["umask": .count(18)]])
        }
        #expect(try await differences(program).isEmpty)
    }

    @Test func `Pools that fill up by use may vary by as much as launches do, but not more`() async throws {
        func pool(_ size: @escaping @Sendable (Int) -> Int) -> FakeProgram {
            program { reset, used in
                [.threads: ["app": .count(reset == 0 ? (used ? 6 : 4) : size(reset)), "main": .count(1)]]
            }
        }
        #expect(try await differences(pool { _ in 3 }).isEmpty)
        #expect(try await differences(pool { _ in 8 }).isEmpty)
        #expect(
            try await differences(pool { 5 + $0 }) == [
                FidelityDifference(subject: "app", launched: "4 to 6", reset: "12", firstCycle: 4)
            ])
        #expect(try await differences(pool { _ in 0 }).map(\.reset) == [nil])
    }

    @Test(arguments: [("oot.default-qos", 0), ("-qos.overcommit", 0), ("-qos", 1), ("app", 1)])
    func `A worker of Dispatch that was busy after a launch may idle after the resets`(
        name: String, expected: Int
    ) async throws {
        let program = program { reset, _ in
            [.threads: reset == 0 ? ["main": .count(1), name: .count(1)] : ["main": .count(1)]]
        }
        #expect(try await differences(program).count == expected)
    }

    @Test func `No variation is allowed if launches agree or use fills nothing`() async throws {
        let threads = program { reset, _ in [.threads: ["app": .count(reset == 0 ? 1 : 2)]] }
        #expect(try await differences(threads).count == 1)
        let listeners = program { reset, used in [.listeners: ["tcp :80": .count(reset == 0 && !used ? 1 : 2)]] }
        #expect(try await differences(listeners).count == 1)
    }

    @Test
    func `Declared differences fail nothing, and unused declarations are reported`()
        async throws
    {
        let program = program { reset, _ in [.children: reset == 0 ? [:] : ["worker 1": .count(1)]] }
        let declared = [
            ExpectedDifference(check: .children, pattern: "worker *", reason: "started when needed"),
            ExpectedDifference(check: .maps, reason: "loaded when needed"),
        ]
        let (report, _) = await run(program, pairs: 2, warmup: 1, soak: 4, expected: declared)
        #expect(report.fidelity?.results.flatMap(\.differences).map(\.reason) == ["started when needed"])
        #expect(report.outcome == .clean)
        #expect(report.notes.contains { $0.contains("maps") && $0.contains("did not occur") })
        #expect(!report.notes.contains { $0.contains("worker") })
    }

    @Test func `The check fails nothing if it is only reported, and is not made if it is off`() async throws {
        let program = program { reset, _ in [.children: reset == 0 ? [:] : ["sh": .count(1)]] }
        let (reported, _) = await run(program, pairs: 2, warmup: 1, soak: 4, fidelity: .report)
        #expect(reported.fidelity?.failing.count == 1)
        #expect(reported.outcome == .clean)
        let (off, _) = await run(program, pairs: 2, warmup: 1, soak: 4, fidelity: .off)
        #expect(off.fidelity == nil)
    }

    @Test func `Facts of any process of the instance count, whatever relaunched it`() async throws {
        var program = program { reset, _ in [.children: reset < 2 ? [:] : ["sh": .count(1)]] }
        program.resetFails = { $0 == 5 }
        let (report, _) = await run(program, pairs: 2, warmup: 1, soak: 4)
        #expect(report.fidelity?.resets == 4)
        #expect(report.fidelity?.results.flatMap(\.differences).map(\.firstCycle) == [2])
        // Also where the last reset of all fails.
        program.resetFails = { $0 == 7 }
        let (last, _) = await run(program, pairs: 2, warmup: 1, soak: 4)
        #expect(last.fidelity?.results.flatMap(\.differences).map(\.firstCycle) == [2])
        #expect(last.outcome == .notClean)
    }

    @Test(arguments: 1...6)
    func `The result does not depend on which arm comes last, one instance at a time`(seed: UInt64) async throws {
        var program = program { reset, _ in [.children: ["sh": .count(reset)]] }
        program.isolates = false
        let (report, _) = await run(program, pairs: 2, warmup: 0, soak: 0, seed: seed)
        #expect(report.fidelity?.results.flatMap(\.differences).map(\.subject) == ["sh"])
        #expect(report.outcome == .notClean)
    }

    @Test
    func `In a run cut short, differences of over two resets count, and the rest is unknown`()
        async throws
    {
        var program = program { reset, _ in
            [
                .children: ["sh": .count(reset < 2 ? 0 : 1), "odd": .count(reset == 5 ? 1 : 0)],
                .listeners: ["tcp :80": .count(reset == 5 ? 1 : 0)], .directory: ["root": .setting("/")],
            ]
        }
        program.resetFails = { $0 >= 6 }
        program.startFails = { $0 == 2 }
        let (report, _) = await run(program, pairs: 0, warmup: 0, soak: 9)
        #expect(report.failures.count == 1)
        #expect(report.fidelity?.results.map(\.check) == [.children, .directory])
        #expect(report.fidelity?.results.flatMap(\.differences).map(\.subject) == ["sh"])
    }

    @Test func `Both arms are inspected in the same way before the timed part`() async {
        let (_, world) = await run(program { _, _ in [.children: [:]] }, pairs: 4, warmup: 1, soak: 2)
        let events = await world.events
        for call in [Event.Call.stop, .reset] {
            let timed = events.indices.filter { place in
                place > 1 && events[place].call == call && events[..<place].contains { $0.call == .work }
            }
            // The relaunched one is stopped for good after the pairs, and both at the end.
            let before = timed.map { place in events[..<place].suffix(3).map(\.call) }
            #expect(before.count { $0 == [.work, .state, .serve] } >= 5)
        }
    }
}
