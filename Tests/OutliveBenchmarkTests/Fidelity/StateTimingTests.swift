import OutliveBenchmark
import OutliveModel
import OutliveTestSupport
import Testing

/// When globals and statics are captured, and how long a difference may take to disappear.
struct StateTimingTests {
    private func program(_ variables: @escaping @Sendable (FakeCapture) -> [StateVariable]) -> FakeProgram {
        var program = FakeProgram()
        program.variables = { ProgramState(key: 1, variables: variables($0)) }
        return program
    }

    /// Runs a soak whose settle time passes by the captures at its end alone.
    private func differences(
        _ program: FakeProgram, expected: [ExpectedDifference] = []
    ) async throws -> (subjects: [String], report: Report, pauses: [Duration]) {
        let clock = ManualClock()
        let report = await run(
            program, pairs: 0, warmup: 0, soak: 5, expected: expected, work: "exec:work", settle: 1, clock: clock
        ).report
        let result = try #require(report.fidelity?.results.first { $0.check == .state })
        return (result.differences.map(\.subject), report, clock.sleeps)
    }

    @Test(arguments: [3, 4, 7])
    func `A difference that goes away within the settle time is none`(capture: Int) async throws {
        let program = program { [.flag("cleared", $0.reset > 0 && $0.number < capture)] }
        let (subjects, report, pauses) = try await differences(program)
        #expect(subjects == [])
        #expect(report.outcome == .clean)
        #expect(pauses.count == capture - 2)
    }

    @Test func `A difference that outlasts the settle time counts`() async throws {
        let program = program { [.flag("cleared", $0.reset > 0 && $0.number < 8), .flag("left", $0.reset > 0)] }
        let (subjects, report, pauses) = try await differences(program)
        #expect(subjects == ["cleared", "left"])
        #expect(report.outcome == .notClean)
        #expect(pauses == [50, 100, 200, 400, 250].map { .milliseconds($0) })
    }

    @Test(arguments: [1, 2, 5])
    func `What changes from capture to capture is left out and counted`(every: Int) async throws {
        let program = program { [.number("ticks", $0.reset > 0 ? 10 + $0.number / every : 0)] }
        let (subjects, report, _) = try await differences(program)
        #expect(subjects == [])
        #expect(report.notes.contains { $0.hasPrefix("1 variable differs") && $0.hasSuffix("ticks") })
    }

    @Test func `Two variables of one name are judged each by itself`() async throws {
        let program = program { capture in
            ["A", "B", "C"].map { module in
                var variable =
                    module == "A"
                    ? StateVariable.number("beta", capture.reset > 0 ? capture.number : 0)
                    : .flag("beta", capture.reset > 0)
                (variable.module, variable.symbol) = (module, "$s1\(module)4beta")
                return variable
            }
        }
        #expect(try await differences(program).subjects == ["beta", "beta"])
    }

    @Test func `Without differences, or if all are declared, there is no wait`() async throws {
        let expected = [ExpectedDifference(check: .state, pattern: "left", reason: "on purpose")]
        let left = program { [.flag("left", $0.reset > 0)] }
        #expect(try await differences(left, expected: expected).pauses == [])
        #expect(try await differences(program { _ in [.flag("beta", false)] }).pauses == [])
    }

    @Test func `Processes of a shared instance show together what stays`() async throws {
        var program = program { [.flag("left", $0.reset > 0), .flag("once", $0.reset > 0 && $0.start == 4)] }
        program.isolates = false
        let report = await run(program, pairs: 8, warmup: 1, soak: 0, work: "exec:work").report
        let result = try #require(report.fidelity?.results.first { $0.check == .state })
        #expect(result.differences.first { $0.subject == "left" }?.firstCycle == 1)
    }

    @Test(arguments: [true, false])
    func `No capture lies before the calls of a pair, except after the first two uses`(isolates: Bool) async {
        var program = program { [.flag("left", $0.reset > 0)] }
        program.isolates = isolates
        let (_, world) = await run(program, pairs: 12, warmup: 2, soak: 0, work: "exec:work")
        let events = await world.events
        var (afterWork, afterCalls) = (0, 0)
        for instance in Set(events.map(\.instance)) {
            let steps: Set<Event.Call> = [.start, .reset, .work, .stop, .ping]
            // What follows each step until the next one.
            var segments: [(step: Event.Call, captures: Int)] = []
            for call in events.lazy.filter({ $0.instance == instance }).map(\.call) {
                if steps.contains(call) { segments.append((call, 0)) }
                if call == .variables { segments[segments.count - 1].captures += 1 }
            }
            let last = segments.lastIndex { $0.step == .reset || $0.step == .start } ?? 0
            for (index, segment) in segments.enumerated() where segment.captures > 0 {
                switch segment.step {
                case .work: afterWork += segment.captures
                // The inspection right after the timed call; the wait for differences follows the last one alone.
                case .start, .reset:
                    afterCalls += 1
                    #expect(segment.captures == 1 || index == last)
                default: #expect(index > last)
                }
            }
        }
        #expect(afterWork == 2)
        #expect(afterCalls > 12)
    }
}
