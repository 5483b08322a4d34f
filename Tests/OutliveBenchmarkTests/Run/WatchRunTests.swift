import OutliveBenchmark
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

@Suite struct WatchRunTests {
    private let taken = Lock<[String]>([])

    /// Watches a simulated process.
    private func watch(
        _ process: FakeProcess, times: Int = 0, untilGrowth: Bool = false, evidence: Bool = false,
        hasLeak: (@Sendable (Report) -> Bool)? = nil
    ) async -> Report {
        let plan = Plan(
            launch: process.executable, ready: "none", reset: nil, done: nil, pairs: 0, soak: times, leaks: .off,
            fidelity: .off, seed: 0)
        let attachment = Attachment(processID: process.processID, everySeconds: 60, untilGrowth: untilGrowth)
        let request = EvidenceRequest(always: evidence) { evidence in
            taken.withLock { $0.append(evidence.file.path) }
        }
        // A task of its own, so that a watch that is cancelled does not cancel the test.
        return await Task {
            await WatchRun(
                plan: plan, attachment: attachment, process: process, toolVersion: "test", evidence: request,
                hasLeak: hasLeak
            ) { file in process.census(Int(file.path)!) }.run()
        }.value
    }

    @Test func `A type of which more stay with every inspection is a leak, and the last snapshot is its evidence`()
        async
    {
        let process = FakeProcess { $0 }
        let report = await watch(process, times: 8)
        #expect(report.findings.map(\.key.type) == ["App.Session"])
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.outcome == .notClean)
        #expect(report.heap?.cycles.map(\.cycle) == Array(0...8))
        #expect(report.soak.map(\.cycle) == Array(1...8))
        #expect(await process.pauses == Array(repeating: .seconds(60), count: 8))
        #expect(taken.withLock { $0 } == ["8"])
        #expect(report.plan.attachment?.processID == 4711)
    }

    @Test func `A process that keeps no more is clean, and its snapshot is only kept on request`() async {
        let report = await watch(FakeProcess { _ in 3 }, times: 8)
        #expect(report.findings.isEmpty)
        #expect(report.outcome == .clean)
        #expect(taken.withLock { $0 }.isEmpty)
        _ = await watch(FakeProcess { _ in 3 }, times: 8, evidence: true)
        #expect(taken.withLock { $0 } == ["8"])
    }

    @Test func `A watch until growth ends at the first cycle at which growth is certain`() async {
        let report = await watch(FakeProcess { $0 }, untilGrowth: true)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.soak.count == HeapSummary.minimumCycles(warmup: 2))
        #expect(report.outcome == .notClean)
    }

    @Test func `A watch until growth ends at the first report with an open leak, judged with its evidence`() async {
        let report = await watch(FakeProcess { $0 }, untilGrowth: true) { report in
            #expect(taken.withLock { $0.last } == "\(report.soak.count)")
            return report.soak.count == 9
        }
        #expect(report.soak.count == 9)
        let clean = await watch(FakeProcess { _ in 3 }, times: 8, untilGrowth: true) { _ in true }
        #expect(clean.soak.count == 8)
    }

    @Test func `The end of the process leaves what was found until then`() async {
        let report = await watch(FakeProcess(endsAt: 9) { $0 })
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.failures.isEmpty)
        #expect(report.notes.contains("process 4711 ended after 8 cycles, which are judged"))
        #expect(report.outcome == .notClean)
        #expect(taken.withLock { $0 } == ["8"])
    }

    @Test func `A process that ends before growth can be judged fails the watch, with the cycles until then`() async {
        let report = await watch(FakeProcess(endsAt: 4) { $0 })
        #expect(report.failures.map(\.code) == [.died])
        #expect(report.failures[0].message.hasPrefix("process 4711 ended after 3 of the 6 cycles"))
        #expect(report.heap?.cycles.count == 4)
        #expect(report.outcome == .failed)
    }

    @Test func `A process that cannot be inspected fails the watch`() async {
        let reason = Failure(.noCensus, "process 4711 (app) belongs to user 33: run outlive as that user, or as root")
        let report = await watch(FakeProcess(failsAt: [0], reason: reason) { $0 }, times: 8)
        #expect(report.failures == [reason])
        #expect(report.heap == nil)
        #expect(report.outcome == .failed)
    }

    @Test func `A failed inspection is made up for, unless three in a row fail`() async {
        let late = Failure(.noCensus, "process 4711 (app) was not inspected in time: raise --timeout")
        let report = await watch(FakeProcess(failsAt: [3, 4], reason: late) { $0 }, times: 8)
        #expect(report.soak.count == 8)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.notes.count { $0.hasPrefix("an inspection after cycle 2 failed: process 4711") } == 2)
        let failed = await watch(FakeProcess(failsAt: [3, 4, 5], reason: late) { $0 }, times: 8)
        #expect(failed.failures == [late])
        #expect(failed.soak.count == 2)
    }

    @Test func `An interrupt reports what was found, or else that it was interrupted`() async {
        let few = await watch(FakeProcess(interruptedAt: 3) { $0 })
        #expect(few.interrupted)
        #expect(few.failures.isEmpty)
        #expect(few.outcome == .interrupted)
        let enough = await watch(FakeProcess(interruptedAt: 9) { $0 })
        #expect(enough.interrupted)
        #expect(enough.findings.map(\.verdict) == [.leak])
        #expect(enough.outcome == .notClean)
        #expect(taken.withLock { $0 } == ["8"])
    }
}

/// A simulated process, which keeps the youngest `count(cycle)` of the objects of all cycles.
private actor FakeProcess: WatchedProcess {
    nonisolated let processID: Int32 = 4711
    nonisolated let executable = "/bin/app"
    nonisolated let census: @Sendable (_ cycle: Int) -> HeapCensus
    private(set) var pauses: [Duration] = []
    private let failsAt: Set<Int>
    private let reason: Failure
    private let endsAt: Int?
    private let interruptedAt: Int?
    private var inspections = 0
    private var cycle = 0

    init(
        failsAt: Set<Int> = [], reason: Failure = Failure(.harness, ""), endsAt: Int? = nil, interruptedAt: Int? = nil,
        _ count: @escaping @Sendable (_ cycle: Int) -> Int
    ) {
        let program = FakeProgram.leaking(count)
        census = { program.heap($0)! }
        (self.failsAt, self.reason, self.endsAt, self.interruptedAt) = (failsAt, reason, endsAt, interruptedAt)
    }

    func snapshot() async throws -> HeapFile {
        defer { inspections += 1 }
        guard !failsAt.contains(inspections) else { throw reason }
        defer { cycle += 1 }
        return HeapFile(path: "\(cycle)", processID: processID)
    }

    func wait(for time: Duration) async throws {
        pauses.append(time)
        if pauses.count == endsAt { throw ProcessEnded() }
        if pauses.count == interruptedAt { withUnsafeCurrentTask { $0?.cancel() } }
        try Task.checkCancellation()
    }

    func vitals() -> Vitals? { Vitals(residentBytes: 30_000_000, threads: 4, descriptors: 9) }
}
