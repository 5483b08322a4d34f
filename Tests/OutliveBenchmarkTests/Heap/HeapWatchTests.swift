import OutliveBenchmark
import OutliveDriver
import OutliveModel
import Testing

@Suite struct HeapWatchTests {
    @Test func `A type that grows by one object a cycle is a leak`() async throws {
        let report = await run(.leaking { $0 }, pairs: 0, soak: 10, heapFrames: 16).report
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1)
        #expect(finding.tier == .heap)
        #expect(finding.verdict == .leak)
        #expect(finding.key.type == "App.Session")
        #expect(finding.key.site.fileID == "app+0x40")
        #expect(report.outcome == .notClean)
    }

    @Test func `The report has the heap over the cycles, with the types that leak`() async throws {
        let report = await run(.leaking { $0 }, pairs: 0, soak: 10, heapFrames: 16).report
        let course = try #require(report.course)
        #expect(course.points.map(\.cycle) == report.heap?.cycles.map(\.cycle))
        #expect(course.points.map(\.bytes) == report.heap?.cycles.map { $0.bytes + $0.rawBytes })
        #expect(course.types.contains { $0.type?.name == "App.Session" })
    }

    @Test func `A program whose objects are replaced in every cycle is clean`() async {
        let report = await run(.leaking { min($0, 1) }, pairs: 0, soak: 10, heapFrames: 16).report
        #expect(report.findings.isEmpty)
        #expect(report.outcome == .clean)
    }

    @Test func `A soak is extended if objects are added in few steps, until a pool is full and a leak shows its rate`()
        async
    {
        // Of a pool of five, three are opened in the last cycles; a leak adds one in each second cycle.
        let pool = await run(
            .leaking { [0, 1, 1, 1, 2, 2, 3, 4, 4, 5][min($0, 9)] }, pairs: 0, soak: 9, fidelity: .off, heapFrames: 16
        ).report
        #expect(pool.soak.count > 24)
        #expect(pool.findings.filter { $0.verdict == .leak }.isEmpty)
        #expect(pool.outcome == .clean)
        #expect(pool.notes.contains { $0.contains("the soak was extended from 9 to \(pool.soak.count) cycles") })
        let leak = await run(.leaking { ($0 + 1) / 2 }, pairs: 0, soak: 12, fidelity: .off, heapFrames: 16).report
        #expect(leak.soak.count > 24)
        #expect(leak.findings.map(\.verdict) == [.leak])
        let steady = await run(.leaking { $0 }, pairs: 0, soak: 12, fidelity: .off, heapFrames: 16).report
        #expect(steady.soak.count == 12)
    }

    @Test func `The launch and each cycle have a census`() async {
        let (report, world) = await run(.leaking { min($0, 1) }, pairs: 0, soak: 10, fidelity: .off, heapFrames: 8)
        #expect(report.heap?.cycles.map(\.cycle) == Array(0...10))
        #expect(report.heap?.frames == 8)
        #expect(await world.count(.census) == 11)
    }

    @Test func `The memory of each cycle has the part of the heap tier`() async {
        var program = FakeProgram.leaking { min($0, 1) }
        let heap = program.heap
        program.heap = { cycle in
            var census = heap(cycle)
            census?.tierBytes = 1_000 * (cycle + 1)
            return census
        }
        program.vitals = { _ in Vitals(residentBytes: 4_500, threads: 1, descriptors: 3) }
        let soak = await run(program, pairs: 0, soak: 8, fidelity: .off, heapFrames: 16).report.soak
        // It is never more than all memory.
        #expect(soak.map { $0.vitals?.tierBytes } == [2_000, 3_000, 4_000, 4_500, 4_500, 4_500, 4_500, 4_500])
        let without = await run(FakeProgram(), pairs: 0, soak: 8).report.soak
        #expect(without.allSatisfy { $0.vitals?.tierBytes == nil })
    }

    @Test func `Without the heap tier no census is requested`() async {
        let (report, world) = await run(FakeProgram(), pairs: 1, soak: 8)
        #expect(await world.count(.census) == 0)
        #expect(report.heap == nil)
    }

    @Test func `The pairs and the soak are one series where two instances live side by side`() async {
        let report = await run(.leaking { $0 }, pairs: 6, soak: 4, heapFrames: 16).report
        #expect(report.heap?.cycles.count == 13)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.notes.contains { $0.contains("the heap tier was on") })
    }

    @Test func `Objects released within the settling time are no leak`() async {
        // The last cycle has a second census because of the growth.
        var program = FakeProgram.leaking { $0 }
        let heap = program.heap
        program.heap = { cycle in cycle == 11 ? HeapCensus(processID: 1, cycle: cycle) : heap(cycle) }
        let (report, world) = await run(program, pairs: 0, soak: 10, fidelity: .off, heapFrames: 16)
        #expect(await world.count(.census) == 12)
        #expect(report.findings.filter { $0.verdict == .leak }.isEmpty)
        #expect(report.heap?.cycles.count == 11)
    }

    @Test func `A type that lives after resets and not after a launch is a difference`() async throws {
        var program = FakeProgram.leaking { min($0, 1) }
        program.state = { _, _, _ in ProcessState(facts: [.threads: [:]]) }
        let heap = program.heap
        program.heap = { cycle in
            guard var census = heap(cycle), cycle > 3 else { return heap(cycle) }
            census.rows.append(
                HeapRow(type: HeapType(name: "App.Relic", kind: .object), birth: 2, count: 1, bytes: 32))
            return census
        }
        let report = await run(program, pairs: 0, soak: 10, heapFrames: 16).report
        let types = try #require(report.fidelity?.results.first { $0.check == .types })
        #expect(types.differences.map(\.subject) == ["App.Relic"])
        #expect(report.outcome == .notClean)
    }

    @Test func `A missing census ends the run with the reason`() async {
        var program = FakeProgram()
        program.heap = { $0 < 3 ? HeapCensus(processID: 1, cycle: $0) : nil }
        let report = await run(program, pairs: 0, soak: 10, heapFrames: 16).report
        #expect(report.failures.map(\.code) == [.noCensus])
        #expect(report.outcome == .failed)
        #expect(report.soak.count == 3)
    }

    @Test func `Fallbacks that leave too few cycles to judge make no clean run`() async {
        var program = FakeProgram.leaking { min($0, 1) }
        program.resetFails = { $0.isMultiple(of: 5) }
        let report = await run(program, pairs: 0, warmup: 2, soak: 10, heapFrames: 16).report
        #expect(report.failures.map(\.code) == [.noTrend])
    }

    @Test func `A leak before a fallback is found, though the process after it shows none`() async {
        var program = FakeProgram.leaking { $0 }
        program.resetFails = { $0 == 9 }
        let report = await run(program, pairs: 0, warmup: 2, soak: 12, heapFrames: 16).report
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.heap?.cycles.count == 9)
    }
}

@Suite struct WorkAloneTests {
    @Test func `Without a reset each cycle is the work alone`() async {
        let (report, world) = await run(
            .leaking { $0 }, pairs: 0, soak: 10, fidelity: .off, reset: nil, work: "exec:true", heapFrames: 16)
        #expect(await world.count(.reset) == 0)
        #expect(await world.count(.work) == 10)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.plan.reset == nil)
        #expect(report.soak.count == 10)
        #expect(report.soak.allSatisfy { $0.seconds == nil && $0.vitals != nil })
        #expect(!report.slopes.contains { $0.metric == .resetSeconds })
        #expect(report.slopes.contains { $0.metric == .residentBytes })
    }

    @Test func `Work that leaves nothing is clean, though nothing was reset`() async {
        let report = await run(
            .leaking { min($0, 1) }, pairs: 0, soak: 10, fidelity: .off, reset: nil, work: "exec:true", heapFrames: 16
        ).report
        #expect(report.failures.isEmpty)
        #expect(report.outcome == .clean)
    }

    @Test func `Work that fails ends the run`() async {
        var program = FakeProgram.leaking { $0 }
        program.workFails = true
        let report = await run(
            program, pairs: 0, soak: 10, fidelity: .off, reset: nil, work: "exec:false", heapFrames: 16
        ).report
        #expect(report.failures.map(\.code) == [.command])
    }
}

extension FakeProgram {
    /// A program of which one object of each cycle stays, the youngest `count(cycle)` of them, and one other type that
    /// comes anew in every cycle.
    static func leaking(_ count: @escaping @Sendable (_ cycle: Int) -> Int) -> FakeProgram {
        var program = FakeProgram()
        program.heap = { cycle in
            let births = (0...cycle).suffix(count(cycle))
            let session = HeapType(name: "App.Session", kind: .object)
            let rows = births.map { HeapRow(type: session, stack: 0, birth: $0, count: 1, bytes: 64) }
            let frame = Frame(module: "/bin/app", buildID: nil, offset: 0x40)
            return HeapCensus(processID: 1, cycle: cycle, rows: rows, stacks: [Backtrace(frames: [frame])])
        }
        return program
    }
}
