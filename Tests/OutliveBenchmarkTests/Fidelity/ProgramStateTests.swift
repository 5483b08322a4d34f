import OutliveBenchmark
import OutliveModel
import Synchronization
import Testing

/// The comparison of globals and statics with fresh launches.
struct ProgramStateTests {
    /// A program with the variables that the closure gives, by starts, resets since the last one, and use since.
    private func program(
        _ variables: @escaping @Sendable (_ start: Int, _ reset: Int, _ used: Bool) throws -> [StateVariable]
    ) -> FakeProgram {
        var program = FakeProgram()
        program.variables = {
            ProgramState(key: 1, variables: try variables($0.start, $0.reset, $0.isUsed))
        }
        return program
    }

    private func report(
        _ program: FakeProgram, pairs: Int = 0, soak: Int = 5, expected: [ExpectedDifference] = []
    ) async -> Report {
        await run(program, pairs: pairs, warmup: pairs > 0 ? 1 : 0, soak: soak, expected: expected, work: "exec:work")
            .report
    }

    private func state(_ report: Report) throws -> [FidelityDifference] {
        try #require(report.fidelity?.results.first { $0.check == .state }).differences
    }

    @Test(arguments: [0, 3])
    func `Variables that are as after a launch pass`(pairs: Int) async throws {
        let program = program { _, _, used in [.flag("beta", false), .number("served", used ? 3 : 0)] }
        let report = await report(program, pairs: pairs)
        #expect(try state(report) == [])
        #expect(report.outcome == .clean)
        #expect(report.notes.isEmpty, "\(report.notes)")
    }

    @Test func `A flag that a reset leaves set is named, with both values and its first reset`() async throws {
        let program = program { _, reset, _ in [.flag("Flags.beta", reset >= 3, isStatic: true)] }
        let report = await report(program)
        #expect(
            try state(report) == [
                FidelityDifference(subject: "static Flags.beta", launched: "false", reset: "true", firstCycle: 3)
            ])
        #expect(report.outcome == .notClean)
    }

    @Test func `A difference has the line that declares its variable, and no other variable is looked up`() async throws
    {
        var program = program { _, reset, _ in
            [.flag("beta", reset > 0), .flag("clean", false), .number("unknown", reset > 0 ? 1 : 0)]
        }
        let asked = Mutex<[[String]]>([])
        program.lines = { variables in
            asked.withLock { $0.append(variables.map(\.symbol)) }
            return variables.map { $0.symbol == "beta" ? SourceLine(file: "/app/Flags.swift", line: 12) : nil }
        }
        #expect(
            try state(await report(program)) == [
                FidelityDifference(
                    subject: "beta", launched: "false", reset: "true", firstCycle: 1,
                    line: SourceLine(file: "/app/Flags.swift", line: 12)),
                FidelityDifference(subject: "unknown", launched: "0", reset: "1", firstCycle: 1),
            ])
        #expect(asked.withLock { $0 } == [["beta", "unknown"]])
    }

    @Test func `No line is looked up without a difference`() async throws {
        var program = program { _, _, _ in [.flag("beta", false)] }
        program.lines = { variables in
            Issue.record("asked about \(variables.map(\.symbol))")
            return variables.map { _ in nil }
        }
        #expect(try state(await report(program)) == [])
    }

    @Test func `What the work changes and no reset undoes is named, though every launch is used alike`() async throws {
        let program = program { _, reset, used in [.number("user", used || reset > 0 ? 7 : 0)] }
        #expect(
            try state(await report(program)) == [
                FidelityDifference(subject: "user", launched: "0", reset: "7", firstCycle: 1)
            ])
    }

    @Test func `A variable of the first use is compared with launches that did the same work`() async throws {
        let kept = program { _, reset, used in
            [reset > 0 || used ? .number("cache", reset + (used ? 1 : 0)) : .unused("cache")]
        }
        #expect(
            try state(await report(kept)) == [
                // Captured after the work that follows the fourth reset.
                FidelityDifference(subject: "cache", launched: "1", reset: "5", firstCycle: 1)
            ])
        let cleared = program { _, reset, used in
            [reset > 0 || used ? .number("cache", used ? 1 : 0) : .unused("cache")]
        }
        #expect(try state(await report(cleared)) == [])
    }

    @Test func `What differs between launches or changes by itself is left out and counted`() async throws {
        let program = program { start, reset, _ in
            [.number("seed", Int64(start * 100 + reset)), .flag("left", reset > 0)]
        }
        let report = await report(program)
        #expect(try state(report).map(\.subject) == ["left"])
        #expect(report.notes.contains { $0.contains("1 variable differs between launches, too") })
    }

    @Test func `A difference that goes away does not count, and the rest dates from when it stayed`() async throws {
        let program = program { _, reset, _ in
            [.flag("brief", reset == 2), .flag("late", reset == 1 || reset > 3)]
        }
        let found = try state(await report(program))
        #expect(found.map(\.subject) == ["late"])
        #expect(found.map(\.firstCycle) == [4])
    }

    @Test func `Declared differences pass, with or without the word static`() async throws {
        let program = program { _, reset, _ in
            [.flag("Cache.shared.warm", reset > 0, isStatic: true), .flag("open", reset > 0)]
        }
        let expected = [
            ExpectedDifference(check: .state, pattern: "Cache.shared.*", reason: "warm on purpose"),
            ExpectedDifference(check: .state, pattern: "open", reason: "it stays open"),
        ]
        let report = await report(program, expected: expected)
        #expect(try state(report).map(\.reason) == ["it stays open", "warm on purpose"])
        #expect(report.outcome == .clean)
        #expect(report.notes.isEmpty, "\(report.notes)")
    }

    @Test func `A variable in C without a type is noted and fails no run, as it may be a counter`() async throws {
        let bytes = StateValue(content: .bytes(4), hash: 1)
        let program = program { _, reset, _ in
            var changed = bytes
            changed.hash += reset > 1 ? 1 : 0
            return [.bytes("last_slot", changed), .flag("beta", false)]
        }
        let report = await report(program)
        #expect(try state(report) == [])
        #expect(report.outcome == .clean)
        let note = try #require(report.notes.first { $0.hasPrefix("1 variable in C has") })
        #expect(note.hasSuffix("last_slot since reset 2"))
    }

    @Test func `A variable of a widely used library is noted and fails no run`() async throws {
        let program = program { _, reset, _ in
            var loops = StateVariable.number("singletonMTELG.index", reset)
            loops.module = "NIOPosix"
            return [loops, .flag("left", reset > 0)]
        }
        let report = await report(program)
        #expect(try state(report).map(\.subject) == ["left"])
        #expect(report.notes.contains { $0.hasSuffix("singletonMTELG.index since reset 1") })
    }

    @Test func `Counts within a library's own objects are noted, and what the program sets there fails the run`()
        async throws
    {
        let program = program { _, reset, _ in
            var service = StateVariable.number("service", 0)
            func value(_ path: String, _ content: StateContent, ofLibrary: Bool = true) -> StateValue {
                var value = StateValue(path: path, content: content, hash: UInt64(reset), parent: 0)
                value.isOfLibrary = ofLibrary
                return value
            }
            service.values[0] = StateValue(content: .group)
            service.values += [
                value(".pool.items", .array(count: 2 + reset)), value(".log.isOn", .bool(reset > 0)),
                value(".users", .dictionary(count: reset), ofLibrary: false),
            ]
            return [service]
        }
        let report = await report(program)
        #expect(try state(report).map(\.subject) == ["service.log.isOn", "service.users"])
        #expect(report.notes.contains { $0.hasSuffix("service.pool.items since reset 1") }, "\(report.notes)")
    }

    @Test func `Memory without symbols is noted after the work alone, and passes no check of globals and statics`()
        async throws
    {
        let program = program { _, reset, used in
            func part(_ name: String, _ hash: Int) -> StateVariable {
                StateVariable(
                    kind: .memory, symbol: name, path: "app", offset: 0, size: 64,
                    values: [StateValue(content: .bytes(64), hash: UInt64(hash))])
            }
            return [part("app+0x40", reset > 0 || used ? 1 : 0), part("app+0x80", reset)]
        }
        let report = await report(program)
        #expect(report.fidelity?.results.contains { $0.check == .state } != true)
        #expect(report.outcome == .clean)
        let note = try #require(report.notes.first { $0.hasPrefix("1 place without a symbol has") }, "\(report.notes)")
        #expect(note.hasSuffix("app+0x80 since reset 1"))
    }

    @Test func `The first use of a shared object of the platform is no difference`() async throws {
        let program = program { _, reset, _ in
            var center =
                reset > 0
                ? StateVariable.number("NotificationCenter.default", 0) : .unused("NotificationCenter.default")
            center.kind = .shared
            return [center]
        }
        #expect(try state(await report(program)) == [])
    }

    @Test func `A program without a variable that has a type has one check less`() async throws {
        let program = program { _, _, _ in [.bytes("server", StateValue(content: .bytes(8)))] }
        let report = await report(program)
        #expect(report.fidelity?.results.contains { $0.check == .state } != true)
        #expect(report.outcome == .clean)
    }

    @Test func `A state that cannot be read is not compared, and the reason is noted`() async throws {
        struct NoSymbols: Error, CustomStringConvertible { let description = "no symbols" }
        let program = program { _, _, _ in throw NoSymbols() }
        let report = await report(program)
        #expect(report.fidelity?.results.contains { $0.check == .state } != true)
        #expect(report.notes.contains { $0.contains("not compared with a launch") && $0.contains("no symbols") })
        #expect(report.outcome == .clean)
    }

    @Test func `Captures that fail later leave the comparison of those before, and the gap is noted`() async throws {
        struct TooLarge: Error, CustomStringConvertible { let description = "too large" }
        let program = program { _, reset, _ in
            guard reset < 4 else { throw TooLarge() }
            return [.flag("beta", reset > 1), .flag("once", reset == 3)]
        }
        let report = await report(program)
        #expect(
            try state(report) == [
                FidelityDifference(subject: "beta", launched: "false", reset: "true", firstCycle: 2)
            ])
        #expect(report.notes.contains("globals and statics are compared up to reset 3 only: too large"))
    }

    @Test func `One launch alone is no comparison`() async throws {
        struct TooLarge: Error {}
        let program = program { start, reset, _ in
            guard start == 1 else { throw TooLarge() }
            return [.flag("beta", reset > 0)]
        }
        let report = await report(program)
        #expect(report.fidelity?.results.contains { $0.check == .state } != true)
        #expect(report.notes.contains { $0.hasPrefix("globals and statics are not compared with a launch: ") })
    }
}

extension StateVariable {
    static func flag(_ name: String, _ value: Bool, isStatic: Bool = false) -> StateVariable {
        variable(name, [StateValue(content: .bool(value), hash: value ? 1 : 0)], isStatic: isStatic)
    }

    static func number(_ name: String, _ value: Int64) -> StateVariable {
        variable(name, [StateValue(content: .signed(value), hash: UInt64(value))])
    }

    static func number(_ name: String, _ value: Int) -> StateVariable { number(name, Int64(value)) }

    static func bytes(_ name: String, _ value: StateValue) -> StateVariable {
        StateVariable(kind: .c, symbol: name, path: "app", offset: 0, size: 8, values: [value])
    }

    static func unused(_ name: String) -> StateVariable { variable(name, []) }

    private static func variable(_ name: String, _ values: [StateValue], isStatic: Bool = false) -> StateVariable {
        var variable = StateVariable(
            kind: .swift, symbol: name, path: "app", offset: 0, size: 8, isLazy: true, isInitialised: !values.isEmpty,
            values: values)
        variable.isStatic = isStatic
        return variable
    }
}
