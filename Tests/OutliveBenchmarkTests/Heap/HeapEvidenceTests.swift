import OutliveBenchmark
import OutliveDriver
import OutliveModel
import OutliveSupport
import Testing

@Suite struct HeapEvidenceTests {
    /// The evidence that a run delivered.
    private final class Taken: Sendable {
        let evidence = Lock<[HeapEvidence]>([])
        var files: [String] { evidence.withLock { $0.map(\.file.path) } }

        func request(always: Bool = false) -> EvidenceRequest {
            EvidenceRequest(always: always) { evidence in self.evidence.withLock { $0.append(evidence) } }
        }
    }

    private let taken = Taken()

    @Test func `Growth of the heap is written to one snapshot, at the end and before the stop`() async {
        let (report, world) = await run(
            .leaking { $0 }, pairs: 0, soak: 10, fidelity: .off, heapFrames: 16, evidence: taken.request())
        #expect(taken.files == ["graph of cycle 11"])
        let calls = await world.events.map(\.call)
        #expect(calls.drop { $0 != .snapshot } == [.snapshot, .stop, .stop])
        #expect(report.notes.isEmpty)
    }

    @Test func `Without survivors no snapshot is written, unless it is requested`() async {
        _ = await run(.leaking { min($0, 1) }, pairs: 0, soak: 10, heapFrames: 16, evidence: taken.request())
        #expect(taken.files.isEmpty)
        _ = await run(
            .leaking { min($0, 1) }, pairs: 0, soak: 10, heapFrames: 16, evidence: taken.request(always: true))
        #expect(taken.files.count == 1)
    }

    @Test func `Survivors of the registry come with the places of the last report`() async {
        var program = FakeProgram.watched
        let key = ComponentKey.example()
        program.report = { generation in
            .clean(
                generation,
                survivors: [
                    .example(key, births: [generation: 1], addresses: [ObjectAddress(UInt64(generation * 16))]),
                    .example(.example("Cache", lifetime: .process(reason: "it is one")), births: [1: 1]),
                ])
        }
        _ = await run(program, pairs: 0, soak: 8, heapFrames: 16, evidence: taken.request())
        #expect(taken.evidence.withLock { $0.map(\.addresses) } == [[key: [ObjectAddress(128)]]])
    }

    @Test func `A component that is declared to stay causes no snapshot`() async {
        var program = FakeProgram.watched
        program.report = {
            .clean($0, survivors: [.example(.example(lifetime: .process(reason: "it is one")), births: [1: 1])])
        }
        _ = await run(program, pairs: 0, soak: 8, heapFrames: 16, evidence: taken.request())
        #expect(taken.files.isEmpty)
    }

    @Test func `Arms that only launch have no growth to judge`() async {
        let arms = ["a", "b"].map { PlannedArm(name: Arm(rawValue: $0), trigger: "launch:app") }
        let (report, _) = await run(
            .leaking { $0 }, pairs: 8, soak: 0, fidelity: .off, reset: "launch:app", arms: arms, heapFrames: 16)
        #expect(report.failures.isEmpty)
        #expect(report.findings.isEmpty)
    }

    @Test func `Each arm whose heap grows has a snapshot of its own process, and its findings name it`() async {
        let names = ["relaunch", "quiet", "leaky", "leaking"].map(Arm.init)
        var program = FakeProgram()
        program.heapOfArms = { arm, cycle in
            FakeProgram.leaking { names.suffix(2).contains(arm) ? $0 : 0 }.heap(cycle)!
        }
        let arms = zip(names, ["relaunch", "exec:a", "exec:b", "exec:c"]).map { PlannedArm(name: $0, trigger: $1) }
        let (report, world) = await run(
            program, pairs: 8, soak: 4, fidelity: .off, reset: "exec:a", arms: arms, heapFrames: 16,
            evidence: taken.request())
        #expect(taken.evidence.withLock { $0.map(\.otherArm) } == Array(names.suffix(2)))
        #expect(report.findings.map(\.arms) == [[names[2]], [names[3]]])
        #expect(report.findings.map(\.verdict) == [.leak, .leak])
        for instance in 2...3 {
            let calls = await world.events.filter { $0.instance == instance }.map(\.call)
            #expect(calls.drop { $0 != .snapshot } == [.snapshot, .stop, .stop])
        }
        var mute = program
        mute.snapshotFailure = Failure(.noCensus, "no census")
        let without = await run(
            mute, pairs: 8, soak: 4, fidelity: .off, reset: "exec:a", arms: arms, heapFrames: 16,
            evidence: taken.request()
        ).report
        #expect(without.notes.contains("the holders of the survivors of arm leaky are unknown: no census"))
    }

    @Test func `A snapshot that is always taken is that of the soak alone`() async {
        let arms = zip(["relaunch", "one", "two"].map(Arm.init), ["relaunch", "exec:a", "exec:b"])
            .map { PlannedArm(name: $0, trigger: $1) }
        _ = await run(
            .leaking { min($0, 1) }, pairs: 8, soak: 4, reset: "exec:a", arms: arms, heapFrames: 16,
            evidence: taken.request(always: true))
        #expect(taken.evidence.withLock { $0.map(\.otherArm) } == [nil])
    }

    @Test func `A missing snapshot is a note, and does not change the outcome`() async {
        var program = FakeProgram.leaking { $0 }
        program.snapshotFailure = Failure(.noCensus, "process 1 wrote no census within 30 s")
        let report = await run(program, pairs: 0, soak: 10, heapFrames: 16, evidence: taken.request()).report
        #expect(report.failures.isEmpty)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(
            report.notes == ["the holders of the survivors are unknown: process 1 wrote no census within 30 s"])
    }

    @Test func `No snapshot is requested without the heap tier, or of an ended process`() async {
        var program = FakeProgram.watched
        program.report = { .clean($0, survivors: [.example(births: [1: 1])]) }
        let without = await run(program, pairs: 0, soak: 8, evidence: taken.request())
        #expect(await without.world.count(.snapshot) == 0)
        var mortal = FakeProgram.leaking { $0 }
        mortal.endsAfterReset = { $0 == 10 }
        let died = await run(mortal, pairs: 0, soak: 10, heapFrames: 16, evidence: taken.request(always: true))
        #expect(await died.world.count(.snapshot) == 0)
        #expect(died.report.failures.map(\.code) == [.died])
        #expect(taken.files.isEmpty)
    }
}
