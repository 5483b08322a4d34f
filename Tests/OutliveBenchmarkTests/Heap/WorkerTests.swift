import OutliveBenchmark
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

@Suite struct WorkerTests {
    private static let importer = Worker(processID: .max, started: 1, name: "app import")
    private let leak = FakeProgram.leaking { $0 }

    /// A program that keeps nothing, with these workers from a cycle on, whose censuses are those of `leak`.
    private func program(_ workers: [Worker], from first: Int = 0) -> FakeProgram {
        var program = FakeProgram.leaking { min($0, 1) }
        program.workers = { $0 >= first ? workers : [] }
        program.heapOfWorker = { [leak] _, cycle in leak.heap(cycle) }
        return program
    }

    private func soak(_ program: FakeProgram, _ evidence: EvidenceRequest? = nil) async -> Report {
        await run(
            program, pairs: 0, soak: 12, fidelity: .off, reset: nil, work: "exec:true", heapFrames: 16,
            evidence: evidence
        ).report
    }

    @Test func `The leak of a worker that starts with the first cycle fails the run under the worker's name`() async {
        let taken = Lock<[HeapEvidence]>([])
        let report = await soak(
            program([Self.importer], from: 2), EvidenceRequest { evidence in taken.withLock { $0.append(evidence) } })
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.findings.map(\.worker) == ["app import"])
        #expect(report.outcome == .notClean)
        #expect(report.subjectFindings.isEmpty)
        #expect(report.notes == ["processes that the program started are watched for leaks, too: app import"])
        // The measured process has no growth to explain.
        #expect(taken.withLock { $0.map(\.worker) } == ["app import"])
        #expect(taken.withLock { $0.map(\.file.path) } == ["graph of \(Int32.max)"])
    }

    @Test func `The same growth in several workers of one program is one finding`() async {
        let others = (1...3).map { Worker(processID: .max - $0, started: 1, name: "app") }
        let report = await soak(program(others + [Self.importer]))
        #expect(Set(report.findings.map(\.worker)) == ["app", "app import"])
        #expect(report.findings.count == 2)
        #expect(
            report.notes == ["processes that the program started are watched for leaks, too: 3 of app, app import"])
    }

    @Test func `Workers that are replaced in each cycle, or keep nothing, are clean`() async {
        var short = program([])
        short.workers = { [Worker(processID: .max - Int32($0), started: 1, name: "app")] }
        #expect(await soak(short).findings.isEmpty)
        var clean = program([Self.importer])
        clean.heapOfWorker = { _, cycle in FakeProgram.leaking { min($0, 1) }.heap(cycle) }
        #expect(await soak(clean).outcome == .clean)
    }

    @Test func `A worker that gives no census is named and left out, and an ended one only left out`() async {
        var program = program([Worker(processID: getpid(), started: 1, name: "app"), Self.importer])
        program.heapOfWorker = { _, _ in nil }
        let report = await soak(program)
        #expect(report.outcome == .clean)
        #expect(report.notes == ["a process of app is not watched: it hangs"])
    }

    @Test func `The oldest workers are watched if there are many`() async {
        let workers = (1...20).map { Worker(processID: .max - Int32($0), started: UInt64($0), name: "app") }
        let report = await soak(program(workers))
        #expect(report.notes.contains("a process of app is not watched: 16 older ones are"))
        #expect(report.findings.count == 1)
    }
}
