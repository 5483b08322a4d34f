import OutliveBenchmark
import OutliveModel
import Testing

/// The part of a cycle that leaves a difference.
struct StateTraceTests {
    private static let parts = ["quiesce", "teardown/store", "teardown", "sweep", "rebuild/store", "rebuild"]

    /// A watched program with one number by moment, which pauses after each part of its resets.
    private func program(_ value: @escaping @Sendable (FakeCapture) -> Int64) -> FakeProgram {
        var program = FakeProgram.watched
        program.parts = Self.parts
        program.variables = { ProgramState(key: 1, variables: [.number("count", value($0))]) }
        return program
    }

    private func report(_ program: FakeProgram, expected: [ExpectedDifference] = []) async -> (Report, FakeWorld) {
        let done = await run(
            program, pairs: 0, warmup: 0, soak: 6, expected: expected, work: "exec:work")
        return (done.report, done.world)
    }

    private func part(_ program: FakeProgram) async throws -> String? {
        let differences = try #require(
            await report(program).0.fidelity?.results.first { $0.check == .state }
        ).differences
        return try #require(differences.first).part
    }

    @Test func `A value of the work that no step undoes is set by the work`() async throws {
        #expect(try await part(program { $0.isUsed || $0.reset > 0 ? 7 : 0 }) == "work")
    }

    @Test(arguments: ["teardown/store", "sweep", "rebuild/store"])
    func `A value that a step sets is set by the step`(step: String) async throws {
        let program = program { capture in
            let isSet = capture.part.map { Self.parts.firstIndex(of: $0)! >= Self.parts.firstIndex(of: step)! }
            return isSet ?? (capture.reset > 0) ? 3 : 0
        }
        #expect(try await part(program) == step)
    }

    @Test func `Values that come and go before the last one do not count`() async throws {
        let program = program { capture in
            switch capture.part {
            case "teardown/store", "teardown", "sweep": 0
            case "rebuild/store", "rebuild": 2
            case nil where !capture.isUsed: capture.reset > 0 ? 2 : 0
            default: 9
            }
        }
        #expect(try await part(program) == "rebuild/store")
    }

    @Test func `A variable of the first use is compared with launches that did the same work`() async throws {
        var program = program { _ in 0 }
        program.variables = { capture in
            let isUsed = capture.reset > 0 || capture.isUsed
            let entries = capture.reset + (capture.isUsed ? 1 : 0)
            return ProgramState(key: 1, variables: [isUsed ? .number("count", Int64(entries)) : .unused("count")])
        }
        #expect(try await part(program) == "work")
    }

    @Test func `A value that is set by a later reset is traced up to that one`() async throws {
        let program = program { capture in
            capture.reset + (capture.part.map { $0.hasPrefix("rebuild") } == true ? 1 : 0) >= 3 ? 1 : 0
        }
        #expect(try await part(program) == "rebuild/store")
    }

    @Test func `A program that does not pause has no parts`() async throws {
        var program = program { $0.reset > 0 ? 1 : 0 }
        program.parts = []
        #expect(try await part(program) == nil)
    }

    @Test func `Without an unexpected difference, nothing is launched for it`() async throws {
        let clean = await report(program { _ in 1 }).1
        let declared = ExpectedDifference(check: .state, pattern: "count", reason: "on purpose")
        let accepted = await report(program { $0.reset > 0 ? 1 : 0 }, expected: [declared]).1
        let (left, world) = await report(program { $0.reset > 0 ? 1 : 0 })
        #expect(left.fidelity?.failing.count == 1)
        let starts = await world.count(.start)
        #expect(await clean.count(.start) == starts - 1)
        #expect(await accepted.count(.start) == starts - 1)
    }

    @Test func `A program that ends in the trace leaves the parts unknown`() async throws {
        var program = program { $0.reset > 0 ? 1 : 0 }
        // The soak has six resets.
        program.resetFails = { $0 == 7 }
        let report = await report(program).0
        #expect(report.failures.isEmpty)
        #expect(report.fidelity?.failing.first?.differences.first?.part == nil)
    }
}
