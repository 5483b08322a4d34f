import OutliveBenchmark
import OutliveModel
import Testing

struct LeakTests {
    @Test func `Leaks differ from bounded, late and declared components`() async {
        var program = FakeProgram.watched
        program.report = {
            .clean(
                $0,
                survivors: [
                    .example(.example("Timer"), births: [1: $0]), .example(.example("Cache"), births: [$0: 5]),
                    .example(.example("Log", lifetime: .process(reason: "one log")), births: [1: 1]),
                ],
                late: [LateFree(key: .example("Queue"), count: 1, seconds: 0.4)])
        }
        let (report, _) = await run(program)
        #expect(report.watch == .watched)
        #expect(report.findings.map(\.key.name) == ["Timer", "Cache", "Queue", "Log"])
        #expect(report.findings.map(\.verdict) == [.leak, .retained, .late, .expected])
        #expect(report.findings.first?.warmup == 2)
        #expect(report.outcome == .notClean)
        #expect(report.failures.isEmpty)
    }

    @Test func `Each component that the report names is checked once`() async {
        var program = FakeProgram.watched
        program.report = {
            var report = GenerationReport.clean($0)
            report.components = [.example("Timer"), .example($0 < 3 ? "Cache" : "Queue")]
            return report
        }
        let (report, _) = await run(program)
        #expect(report.components.map(\.name) == ["Cache", "Queue", "Timer"])
    }

    @Test func `Too few cycles give suspects`() async {
        var program = FakeProgram.watched
        program.report = { .clean($0, survivors: [.example(births: [1: $0])]) }
        let (report, _) = await run(program, pairs: 2, warmup: 2, soak: 0)
        #expect(report.findings.map(\.verdict) == [.suspect])
        #expect(report.outcome == .clean)
    }

    @Test func `Leaks are found in the soak if each relaunch rejuvenates the pairs`() async {
        var program = FakeProgram.watched
        program.isolates = false
        program.report = { .clean($0, survivors: [.example(births: [1: $0])]) }
        let (report, _) = await run(program, pairs: 6, warmup: 2, soak: 10)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.findings.first?.live == Array(1...10))
    }

    @Test func `Leaks are not checked if the check is off`() async {
        var program = FakeProgram.watched
        program.hello?.controls.leakFound = false
        program.report = { GenerationReport(generation: $0, registered: 3, died: 0) }
        let (report, world) = await run(program, leaks: .off)
        #expect(report.watch == .off)
        #expect(report.findings.isEmpty)
        #expect(report.failures.isEmpty)
        #expect(await world.count(.settled) == 0)
    }

    @Test func `An application without Outlive is not checked, unless the check is required`() async {
        let (auto, _) = await run(FakeProgram())
        #expect(auto.watch == .notWatched)
        #expect(auto.failures.isEmpty)
        let (required, world) = await run(FakeProgram(), leaks: .require)
        #expect(required.watch == .notWatched)
        #expect(required.failures.map(\.code) == [.notWatched])
        #expect(required.samples.isEmpty)
        #expect(await world.running.isEmpty)
    }

    @Test func `A switched-off registry is not checked, unless the check is required`() async throws {
        var program = FakeProgram.watched
        program.hello?.registryEnabled = false
        let (auto, _) = await run(program)
        #expect(auto.watch == .notWatched)
        #expect(auto.failures.isEmpty)
        let (required, _) = await run(program, leaks: .require)
        #expect(try #require(required.failures.first).message.contains("switched off"))
    }

    @Test(arguments: [true, false])
    func `A registry that fails its own check is not trusted to be clean`(falseAlarm: Bool) async {
        var program = FakeProgram.watched
        program.hello?.controls = SelfCheck(leakFound: falseAlarm, falseAlarm: falseAlarm)
        let (report, world) = await run(program)
        #expect(report.failures.map(\.code) == [.blind])
        #expect(report.outcome == .failed)
        #expect(await world.count(.reset) == 0)
    }

    @Test func `A reset that released nothing cannot be judged`() async {
        var program = FakeProgram.watched
        program.report = { $0 < 4 ? .clean($0) : GenerationReport(generation: $0, registered: 3, died: 0) }
        let (report, world) = await run(program)
        #expect(report.failures.map(\.code) == [.replacedNothing])
        #expect(await world.count(.reset) == 4)
        #expect(report.samples.count { $0.arm == .reset } == 4)
    }

    @Test func `If every component leaks in every reset, that is a leak`() async {
        var program = FakeProgram.watched
        program.report = { generation in
            let births = Dictionary(uniqueKeysWithValues: (1...generation).map { ($0, 1) })
            var report = GenerationReport.clean(generation, survivors: [.example(births: births)])
            (report.registered, report.died) = (1, 0)
            report.reply?.registered = 1
            return report
        }
        let (report, _) = await run(program)
        #expect(report.failures.isEmpty)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.outcome == .notClean)
    }

    @Test func `A reset that registers the same objects again cannot be judged`() async {
        var program = FakeProgram.watched
        program.report = { generation in
            var report = GenerationReport.clean(generation, survivors: [.example(births: [1: 1])])
            (report.registered, report.died) = (1, 0)
            report.reply?.registered = 1
            return report
        }
        let (report, world) = await run(program)
        #expect(report.failures.map(\.code) == [.replacedNothing])
        #expect(await world.count(.reset) == 2)
    }

    @Test func `A reset that created nothing cannot be judged`() async {
        var program = FakeProgram.watched
        program.report = {
            var report = GenerationReport.clean($0)
            report.reply?.registered = 0
            return report
        }
        let (report, _) = await run(program)
        #expect(report.failures.map(\.code) == [.replacedNothing])
        #expect(report.outcome == .failed)
    }

    @Test func `Without registrations the run is not called clean`() async {
        var program = FakeProgram.watched
        program.report = {
            let reply = ResetReply(request: $0, endedGeneration: $0, registered: 0)
            return GenerationReport(generation: $0, reply: reply, registered: 0, died: 0)
        }
        let (report, _) = await run(program)
        #expect(report.failures.map(\.code) == [.nothingRegistered])
        // The times are good all the same.
        #expect(report.comparison?.pairs == 8)
    }

    @Test func `Some generations may register nothing in a clean run`() async {
        var program = FakeProgram.watched
        program.report = {
            $0.isMultiple(of: 2) ? .clean($0) : GenerationReport(generation: $0, registered: 0, died: 0)
        }
        #expect(await run(program).report.failures.isEmpty)
    }

    @Test func `A missing report leaves leaks unjudged; the measurements are kept`() async {
        var program = FakeProgram.watched
        program.settleFails = { $0 == 3 }
        let (report, _) = await run(program)
        #expect(report.failures.map(\.code) == [.noGenerationReport])
        #expect(report.samples.count { $0.arm == .reset } == 3)
    }
}
