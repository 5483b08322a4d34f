import OutliveWire
import Testing

@testable import OutliveModel
@testable import OutliveReport

/// Texts of the program in every field that holds one are in no answer.
@Suite struct NamesOnlyTests {
    private static let secret = "s3cr3t"

    /// A report with the secret in arguments, addresses, output, and names that a program chose at run time.
    private static var report: Report {
        var report = Report.traced
        report.host = secret
        (report.plan.launch, report.plan.program) = ("app --token \(secret)", secret)
        (report.plan.work, report.plan.probe) = ("http://u:\(secret)@host/", "exec:echo \(secret)")
        report.notes = [secret]
        report.failures = [Failure(.died, "it printed \(secret)", output: secret)]
        report.stateDifferences = [StateDifference(cycle: 1, expected: secret, actual: secret)]
        report.findings[0].worker = "app import \(secret)"
        report.findings += [
            Finding(
                tier: .registry, verdict: .leak,
                key: ComponentKey(
                    name: "session of \(secret)", type: "App.Session",
                    site: RegistrationSite(fileID: "App/A.swift", line: 1, column: 1)),
                births: [Birth(generation: 1, count: 9)], live: [1, 5, 9], warmup: 0,
                traces: [
                    LeakTrace(
                        shape: .path,
                        steps: [
                            TraceStep(kind: .stack, name: "stack of thread \"upload \(secret)\""),
                            TraceStep(kind: .object, name: "Session"),
                        ],
                        culprit: Suspect(
                            name: "stack of thread \"upload \(secret)\"", step: 0, pattern: .localVariable,
                            remedy: "End thread \"\(secret)\".", doubt: "thread \"\(secret)\" runs"))
                ])
        ]
        var tasks = TaskReportTests.stuck
        tasks.names = [.init(name: secret, count: 3)]
        (tasks.creator, tasks.frames) = (nil, [])
        report.stuckTasks = [tasks]
        report.memory = MemoryUse(breakdown: memory, verdict: verdict)
        return report
    }

    private static var memory: MemoryBreakdown {
        MemoryBreakdown(
            processID: 1, executable: "/srv/\(secret)",
            parts: [MemoryPart(.files, bytes: 90_000_000, count: 1, items: [file]), MemoryPart(.kernel, bytes: 9)])
    }

    private static var file: MemoryItem { MemoryItem(name: "/data/\(secret).db", count: 1, bytes: 90_000_000) }

    private static var verdict: MemoryVerdict {
        MemoryVerdict(memory, growth: .unknown(looks: 1, needed: 6))
    }

    @Test func `No answer about a report contains a text of the program`() {
        let answers = ReportAnswers(Self.report)
        let all = [
            answers.leaks, answers.growth, answers.types, answers.holders(of: "*"), answers.tasks, answers.memory,
        ]
        let texts = (all + (1...4).map { answers.cause("\($0)") }).map(\.text)
        #expect(texts.filter { $0.contains(Self.secret) } == [])
        // The answers are about what held the secrets.
        #expect(texts[0].contains("the application died") && texts[0].contains("keeps 9 Session"), "\(texts[0])")
        #expect(texts.contains { $0.contains("stack of a thread") })
        #expect(texts[4].contains("that nothing can resume") || texts[4].contains("stuck"), "\(texts[4])")
        #expect(texts[5].contains("mapped files"), "\(texts[5])")
    }

    @Test func `No answer about two reports contains a text of the program`() {
        var new = Self.report
        new.plan.work = "other work of \(Self.secret)"
        new.findings.removeFirst()
        let answers = ComparisonAnswers(from: Self.report, to: new) { old, new in
            var comparison = ReportComparison(
                toolVersion: "1", policy: ComparisonPolicy(), old: ComparedReport(old, name: Self.secret),
                new: ComparedReport(new, name: Self.secret))
            comparison.leaks = ReportComparison.leaks(from: old, to: new)
            comparison.differences = [
                ComparedDifference(change: .new, check: .probe, subject: "file /\(Self.secret)", fails: true)
            ]
            (comparison.failures, comparison.notes) = (new.failures, [Self.secret])
            return comparison
        }
        let texts = [answers.answer, answers.isGone(nil), answers.isGone("1")].map(\.text)
        #expect(texts.filter { $0.contains(Self.secret) } == [])
        #expect(texts[0].contains("App.Session") && texts[0].contains("--work"), "\(texts[0])")
    }

    @Test func `No answer about a snapshot, its tasks or its memory contains a text of the program`() {
        var report = SnapshotReport.server
        (report.snapshot.file, report.snapshot.executable, report.notes) = (
            Self.secret, "/\(Self.secret)", [Self.secret]
        )
        report.traces = [
            TypeTraces(
                type: HeapType(name: "App.Session", kind: .object), objects: 9, bytes: 9,
                traces: Self.report.findings.last?.traces ?? [])
        ]
        var memory = MemoryReport(of: Self.memory, target: Self.secret, notes: [Self.secret])
        memory.verdict = Self.verdict
        let tasks = TaskReport(
            toolVersion: "1", processID: 1, executable: Self.secret, groups: Self.report.stuckTasks ?? [],
            notes: [Self.secret])
        let answers = SnapshotAnswers(report)
        let texts = [
            answers.leaks, answers.cause(nil), answers.types, answers.growth, answers.holders(of: "Session"),
            TaskAnswers(tasks).answer, MemoryAnswers(memory).answer,
        ].map(\.text)
        #expect(texts.filter { $0.contains(Self.secret) } == [])
        #expect(texts[1].contains("stack of a thread"), "\(texts[1])")
    }
}
