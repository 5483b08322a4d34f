import OutliveModel
import OutliveSymbols
import Testing

@testable import OutliveHeap
@testable import OutliveJudgement

extension Report {
    /// A measured run of an application, of one trigger or of named arms, the relaunched one first.
    static func measured(arms: [Arm]? = nil) -> Report {
        let planned = arms.map {
            $0.enumerated().map { PlannedArm(name: $1, trigger: $0 == 0 ? "relaunch" : "exec:\($0)") }
        }
        return Report(
            toolVersion: "1", startedAt: "2026-01-02T03:04:05Z",
            machine: Machine(system: "", architecture: "", processor: nil, processors: 1, memoryBytes: 1),
            plan: Plan(launch: "app", ready: "notify", reset: "exec:1", done: "exit", arms: planned, warmup: 1, seed: 1)
        )
    }
}

/// The steps from a measured run to a judged one.
@Suite struct JudgementTests {
    private static let arms = ["relaunch", "template", "truncate"].map(Arm.init)
    /// Finds no functions.
    private let names = Symbolicator(environment: ["OUTLIVE_SYMBOLIZER": ""])

    private func leak(
        _ type: String = "App.Note", arm: Int? = nil, _ fingerprint: String? = nil, count: Int = 8,
        bytes: Int = 8_000, verdict: Verdict = .leak
    ) -> Finding {
        let site = RegistrationSite(fileID: "App/Store.swift", line: 7, column: 1)
        return Finding(
            tier: .heap, verdict: verdict, key: ComponentKey(name: type, type: type, site: site),
            births: [Birth(generation: 3, count: count)], live: Array(1...count), warmup: 0, bytes: bytes,
            fingerprint: fingerprint
        ).labelled(arm.map { Self.arms[$0] })
    }

    private func explained(_ run: Report, _ findings: [Finding], _ tasks: TaskGroups? = nil) -> Report {
        TracedFindings(ClassifiedFindings(findings: findings)).explaining(run, tasks)
    }

    // MARK: Arms and fingerprints

    private func identified(_ findings: [Finding], arms: [Arm]? = Self.arms) -> Report {
        explained(.measured(arms: arms), findings)
    }

    @Test func `A leak of two arms is one finding that names both, by the worst verdict and most objects`() {
        let run = identified([leak(arm: 1, "a", count: 8, verdict: .suspect), leak(arm: 2, "a", count: 5)])
        #expect(run.findings.map(\.arms) == [[Self.arms[1], Self.arms[2]]])
        #expect(run.findings.map(\.verdict) == [.leak])
        #expect(run.causes.count == 1)
    }

    @Test func `Objects of one type and line that arms keep by different references are two causes`() {
        let run = identified([leak(arm: 1, "a"), leak(arm: 2, "b")])
        #expect(run.findings.map(\.arms) == [[Self.arms[1]], [Self.arms[2]]])
        #expect(run.causes.count == 2)
    }

    @Test func `A run of one trigger keeps its findings`() {
        let run = identified([leak("App.Note", "a"), leak("App.Note", "b")], arms: nil)
        #expect(run.findings.count == 2)
        #expect(run.subjectFindings.count == 2)
    }

    @Test func `A finding without a trace gets the fingerprint of its site`() {
        let run = identified([leak(arm: 1, "a"), leak(arm: 2)])
        #expect(run.findings.map(\.fingerprint) == ["a", leak().fingerprintOfSite])
    }

    // MARK: What the findings explain

    @Test(arguments: [(Verdict.leak, MemoryVerdict.Kind.leak), (.expected, .none)])
    func `The memory of a run is judged again by the classified findings`(
        verdict: Verdict, expected: MemoryVerdict.Kind
    ) {
        var run = Report.measured()
        run.heap = HeapSummary(
            cycles: (0...8).map { HeapCycle(HeapCensus(processID: 1, cycle: $0, rawBytes: 1000 * $0), cycle: $0) },
            frames: 16)
        let memory = MemoryBreakdown(processID: 1, parts: [MemoryPart(.objects, bytes: 1 << 20, count: 3)], threads: 3)
        run.memory = MemoryUse(breakdown: memory, verdict: MemoryVerdict(.files))
        #expect(explained(run, [leak(bytes: 8, verdict: verdict)]).memory?.verdict.kind == expected)
    }

    @Test(arguments: [
        (14_000.0, Verdict.expected, false), (16_000, .expected, true), (14_000, .leak, true),
    ])
    func `Growth that is mostly known growth of libraries does not fail a run`(
        perCycle: Double, verdict: Verdict, grows: Bool
    ) {
        var run = Report.measured()
        run.plan.growth = .fail
        run.slopes = [
            Slope(
                metric: .residentBytes, perCycle: perCycle,
                interval: Interval(lower: perCycle / 2, upper: perCycle * 2),
                minimumEffect: 0.05, cycles: 40, course: .lasting)
        ]
        #expect(run.outcome == .notClean)
        // 10 kB in each of 50 cycles.
        let judged = explained(run, [leak(count: 50, bytes: 500_000, verdict: verdict)])
        #expect(judged.slopes[0].grows == grows)
        #expect(judged.outcome == (grows ? .notClean : .clean))
    }

    @Test func `A run that stuck tasks could fail has failed if there is no snapshot to show them`() {
        let message = "it is not known whether tasks are stuck: there is no snapshot of the end of the run"
        var run = Report.measured()
        #expect(explained(run, []) == run)
        run.plan.stuck = .report
        #expect(explained(run, []).notes == [message])
        run.plan.stuck = .fail
        #expect(explained(run, []).failures == [Failure(.noCensus, message)])
        run.interrupted = true
        #expect(explained(run, []) == run)
    }

    @Test func `The tasks of the soak that nothing can resume belong to the run`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.task(0)
        #expect(explained(.measured(), [], try sketch.groups()).stuckTasks?.map(\.count) == [1])
    }

    // MARK: The whole

    /// A list of the program, whose first node was there at the start, and the others were added in each cycle.
    private func snapshot() throws -> HeapSnapshot {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (3, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let node = builder.type("App.Node", size: 32, fields: [("next", "App.Node", 16, 0)])
        let stack = builder.stack([0x10101])
        for index in UInt32(0)..<5 {
            // The last one has no next.
            let next = (index + 1..<5).prefix(1)
            builder.node(
                0x1000 * UInt64(index + 1), type: node, stack: stack, birth: index, edges: next.map { (16, $0) })
        }
        builder.root(0, kind: 1, owner: 0, address: 0x11000)
        return try HeapSnapshot(builder.file)
    }

    @Test func `The names of findings and of allocations are counted together, each address once`() {
        func stack(_ offsets: UInt64...) -> Backtrace {
            Backtrace(frames: offsets.map { Frame(module: "/bin/sh", buildID: nil, offset: $0) })
        }
        var run = Report.measured()
        var finding = leak()
        finding.backtrace = stack(17)
        var figures = AllocationFigures(units: 1, blocks: Spread([3]), bytes: Spread([48]), temporary: .none)
        figures.sites = [AllocationSite(type: .rawMemory, stack: stack(17, 18, 19), blocks: [3], bytes: [48])]
        run.allocations = [figures]
        func notes(_ run: Report) -> [String] {
            Judgement(evidence: [:], names: names, known: nil, executable: nil).judging(run).notes
        }
        #expect(notes(run) == ["addresses named: 3 not found"])
        run.findings = [finding]
        #expect(notes(run) == ["addresses named: 3 not found"])
    }

    @Test func `A list accepts a leak by the reference that the traces find, and the run has each note once`()
        throws
    {
        var run = Report.measured()
        (run.heap, run.notes) = (HeapSummary(cycles: [], frames: 16), ["measured"])
        var finding = leak("App.Node", count: 4)
        finding.births = (1...4).map { Birth(generation: $0, count: 1) }
        finding.backtrace = Backtrace(frames: [Frame(module: "/opt/app", buildID: nil, offset: 0x101)])
        run.findings = [finding]
        let evidence = [
            JudgedProcess.ofSoak: ProcessEvidence(snapshot: try snapshot(), addresses: [:]),
            JudgedProcess(arm: nil, worker: "helper"): ProcessEvidence(snapshot: try snapshot(), addresses: [:]),
        ]
        func judged(by known: KnownLeaksList?) -> Report {
            Judgement(evidence: evidence, names: names, known: known, executable: nil).judging(run)
        }
        let cause = try #require(judged(by: nil).causes.first)
        let suspect = try #require(cause.culprit)
        #expect(cause.fingerprint == cause.leader.trace?.fingerprint)
        // The snapshots of both processes were written by an older library.
        let unnamed =
            "no function names of /opt/app: it is missing; keep the program as it was until its report is made"
        let notes = ["measured", unnamed] + [try snapshot().traceNote].compactMap(\.self)
        #expect(notes.count == 3 && judged(by: nil).notes == notes)
        let day = try #require(CalendarDay("2026-01-02"))
        let entry = KnownLeak(match: KnownLeakMatch(culprit: suspect.name), reason: "fixed in the next release")
        let accepted = judged(by: KnownLeaksList([entry], from: "outlive.known.yml", on: day))
        #expect(accepted.findings.map(\.known) == [entry])
        #expect(accepted.causes.isEmpty && accepted.outcome == .clean)
        #expect(accepted.known?.file == "outlive.known.yml" && accepted.known?.day == day)
        #expect(accepted.known?.unused == [])
    }
}
