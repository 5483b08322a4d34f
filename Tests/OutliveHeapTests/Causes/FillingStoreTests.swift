import OutliveModel
import Testing

@testable import OutliveHeap

/// Growth of stores and pools that end it by themselves, and leaks with a similar course.
@Suite struct FillingStoreTests {
    /// A table of 60 rows that twelve random draws in each cycle build.
    private static let table = [11, 20, 27, 33, 38, 42, 45, 48, 50, 52]
    /// The readers of a pool with a limit of five.
    private static let pool = [0, 1, 1, 1, 1, 2, 2, 2, 3, 3]

    /// Returns the trace of objects that the first step keeps.
    private func trace(
        _ pattern: LeakPattern = .storeWithoutEviction, shape: LeakTrace.Shape = .path,
        through library: Bool = false
    ) -> LeakTrace {
        let inner = library ? [TraceStep(kind: .library, name: "database")] : []
        return LeakTrace(
            shape: shape,
            steps: [TraceStep(kind: .object, name: "Service", edge: ".rows")] + inner
                + [TraceStep(kind: .object, name: "Row")],
            culprit: Suspect(name: "Service.rows", step: 0, pattern: pattern), objects: 9)
    }

    private func leak(
        _ live: [Int], _ trace: LeakTrace, type: String = "App.Row", unit: LiveUnit = .objects, warmup: Int = 2,
        victimOf: String? = nil
    ) -> Finding {
        Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(
                name: type, type: type, site: RegistrationSite(fileID: "App/Main.swift", line: 1, column: 0)),
            births: [Birth(generation: 3, count: live.last ?? 0)],
            live: Array(repeating: 0, count: warmup) + live, warmup: warmup, unit: unit,
            fingerprint: victimOf == nil ? "rows" : type, traces: [trace], victimOf: victimOf)
    }

    private func verdicts(_ findings: Finding...) -> [Verdict] { findings.judgedForFilling.map(\.verdict) }

    @Test(arguments: [
        table, [12, 20, 28, 33, 39, 42, 46, 48, 51, 52], [43, 45, 45, 46, 46, 46, 46, 47], [20, 32, 40, 45, 48, 50],
        [9, 16, 21, 23, 26, 27, 28, 29, 29, 30],
    ])
    func `A store that grows ever more slowly is probably filling`(live: [Int]) {
        #expect(verdicts(leak(live, trace())) == [.filling])
    }

    @Test(arguments: [[6, 6, 6, 6, 7, 7, 7, 7, 11, 11], [0, 3, 3, 3, 3, 10, 10, 10, 12, 12]])
    func `A store that keeps what was in use at once grows in few and uneven steps`(live: [Int]) {
        #expect(verdicts(leak(live, trace())) == [.filling])
        // By as much each time, by too many, and in too many cycles.
        #expect(verdicts(leak(live.map { [6: 7, 7: 14, 11: 21, 3: 7, 10: 14, 12: 21][$0] ?? 0 }, trace())) == [.leak])
        #expect(verdicts(leak(live.map { 5 * $0 }, trace())) == [.leak])
        #expect(verdicts(leak(zip(live, 0...).map { $0 + $1 }, trace())) == [.leak])
    }

    @Test(arguments: [
        Array(1...10), (1...10).map { 12 * $0 }, [1, 2, 3, 4, 5, 6, 6, 7, 8, 9], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3],
        // It begins late, accelerates, or comes in bursts.
        [0, 0, 0, 0, 0, 1, 2, 3, 4, 5], [1, 3, 6, 10, 15, 21, 28, 36, 45, 55],
        [20, 20, 20, 40, 60, 60, 60, 80, 80, 80],
        // Each third cycle, each third request of four in a cycle, and about the same number in each cycle.
        [1, 1, 1, 2, 2, 2, 3, 3, 3, 4], [1, 2, 4, 5, 6, 8, 9, 10, 12, 13], [9, 20, 28, 40, 49, 59, 70, 78, 90, 99],
        // A store that has filled up at the same line.
        [40, 80, 90, 91, 92, 93, 94, 95, 96, 97], [0, 60, 90, 92, 94, 96, 98, 100, 102, 104],
        // Too short to tell.
        [20, 30, 35, 37, 38],
    ])
    func `A leak that adds as much in the last cycles as before stays a leak`(live: [Int]) {
        #expect(verdicts(leak(live, trace())) == [.leak])
    }

    @Test(arguments: [
        LeakPattern.closureCapturesSelf, .referenceCycle, .observerNotRemoved, .taskNotCancelled, .notClosed,
        .heldByHand,
        .overRetain, .memoryNotFreed, .streamNotFinished,
    ])
    func `What no store holds is a leak, whatever its course`(pattern: LeakPattern) {
        #expect(verdicts(leak(Self.table, trace(pattern))) == [.leak])
        #expect(verdicts(leak(Self.pool, trace(pattern))) == [.leak])
    }

    @Test(arguments: [LeakTrace.Shape.cycle, .unheld])
    func `Objects that nothing reaches are a leak, whatever their course`(shape: LeakTrace.Shape) {
        #expect(verdicts(leak(Self.table, trace(shape: shape))) == [.leak])
    }

    @Test func `Growth without a trace stays a leak, because its holder is unknown`() {
        var found = leak(Self.table, trace())
        found.traces = []
        #expect(verdicts(found) == [.leak])
    }

    @Test(arguments: [LeakPattern.notClosed, .storeWithoutEviction, .libraryStore])
    func `A few objects of a library within its own object are a pool that warms up`(pattern: LeakPattern) {
        let queue = "Dispatch.DispatchQueue"
        #expect(verdicts(leak(Self.pool, trace(pattern, through: true), type: queue)) == [.filling])
        // Each connection has four texts of its own.
        let texts = leak(
            [0, 0, 0, 4, 4, 8, 8, 8, 12, 12], trace(pattern, through: true), type: "Swift.__StringStorage")
        #expect(verdicts(texts) == [.filling])
        let blocks = leak(
            [2, 2, 2, 2, 2, 4, 4, 4, 11, 11], trace(pattern, through: true), type: HeapType.rawMemory.description,
            unit: .blocks)
        let queues = leak(Self.pool, trace(pattern, through: true), type: queue, victimOf: "rows")
        #expect(verdicts(blocks, queues) == [.filling, .filling])
        // The first connection has statements that the others do not have.
        let statements = leak(
            [0, 7, 7, 7, 7, 9, 9, 9, 11, 13], trace(pattern, through: true), type: HeapType.rawMemory.description,
            unit: .blocks)
        #expect(verdicts(statements) == [.leak])
        #expect(verdicts(statements, queues) == [.filling, .filling])
        // Memory of C in it has a reference of its own to cut.
        var byHand = leak(Self.pool, trace(.heldByHand, through: true), type: queue, victimOf: "rows")
        byHand.traces[0].culprit?.step = 1
        #expect(verdicts(blocks, byHand) == [.filling, .filling])
        // One that grows in most cycles, only in the last ones, or by more than a few, is none.
        for live in [
            [1, 2, 3, 4, 4, 5, 6, 7, 7, 8], [0, 0, 0, 0, 0, 0, 1, 2, 3, 4], [0, 20, 20, 20, 20, 33, 33, 33, 51, 51],
        ] {
            #expect(verdicts(leak(live, trace(pattern, through: true), type: queue)) == [.leak])
        }
    }

    @Test func `A few objects of the program, or of its own store, are a leak`() {
        #expect(verdicts(leak(Self.pool, trace(.notClosed, through: true))) == [.leak])
        #expect(verdicts(leak(Self.pool, trace(), type: "Dispatch.DispatchQueue")) == [.leak])
    }

    @Test func `A cause is judged as a whole`() {
        let rows = leak(Self.table, trace())
        let texts = leak(Self.table, trace(), type: "Swift.__StringStorage", victimOf: "rows")
        let storage = leak([64, 64, 128, 128, 256, 256, 256, 512, 512, 512], trace(), unit: .bytes, victimOf: "rows")
        #expect(verdicts(rows, texts, storage) == [.filling, .filling, .filling])
        let steady = leak(Array(1...10), trace(), type: "App.Request", victimOf: "rows")
        #expect(verdicts(rows, texts, steady) == [.leak, .leak, .leak])
        // Another cause is judged by itself.
        var other = leak(Array(1...10), trace(), type: "App.Request")
        other.fingerprint = "requests"
        #expect(verdicts(rows, other) == [.filling, .leak])
        // The size of a container alone says little.
        var alone = storage
        alone.victimOf = nil
        #expect(verdicts(alone) == [.leak])
    }
}
