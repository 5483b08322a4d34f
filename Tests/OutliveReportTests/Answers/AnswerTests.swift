import OutliveModel
import Testing

@testable import OutliveReport

/// Whole answers, byte by byte: the files in `Golden/Answers`.
@Suite struct AnswerTests {
    private static let reports = [
        "traced": Report.traced, "heap": .heapLeaking, "failed": .failed, "clean": .clean,
        "tests": .leakingTests, "merged": .merged, "differing": .differing,
    ]

    @Test(arguments: ["traced", "heap", "failed", "clean", "tests", "merged", "differing"])
    func `The answers about a report equal their golden file`(name: String) throws {
        let answers = ReportAnswers(try #require(Self.reports[name]))
        let all = [
            ("leaks", answers.leaks), ("cause", answers.cause(nil)), ("cause 2", answers.cause("2")),
            ("growth", answers.growth), ("types", answers.types), ("holders Session", answers.holders(of: "Session")),
            ("tasks", answers.tasks), ("memory", answers.memory),
        ]
        try expect(all, in: name)
    }

    @Test func `The answers about a snapshot equal their golden file`() throws {
        var report = SnapshotReport.server
        let answers = SnapshotAnswers(report)
        var all = [("leaks", answers.leaks), ("types", answers.types), ("growth", answers.growth)]
        report.traces = [
            TypeTraces(
                type: HeapType(name: "App.Session", kind: .object), objects: 72, bytes: 4_608,
                traces: [.stored, .unheld])
        ]
        let traced = SnapshotAnswers(report)
        all += [
            ("leaks, traced", traced.leaks), ("cause", traced.cause("1")), ("holders", traced.holders(of: "Session")),
        ]
        report.growth = SnapshotGrowth(
            since: report.snapshot,
            types: [TypeGrowth(type: HeapType(name: "App.Session", kind: .object), new: 80, gone: 8, bytes: 4_608)])
        all.append(("growth, traced", SnapshotAnswers(report).growth))
        try expect(all, in: "snapshot")
    }

    @Test func `The answer about tasks begins with those that are stuck, and does not contain their names`() throws {
        let other = AlikeTasks(
            number: 2, count: 20, state: .suspended, awaited: .sleep,
            creator: TaskFrame(function: "closure in Server.run", module: "App"))
        let actor = ActorQueue(actor: "Bank", waiting: 14)
        let report = TaskReport(
            toolVersion: "1", processID: 1, executable: "/app", groups: [TaskReportTests.stuck, other], actors: [actor])
        try expect([("tasks", TaskAnswers(report).answer)], in: "tasks")
    }

    @Test func `The overview of a snapshot and that of a report equal their golden file`() throws {
        let snapshot = SnapshotAnswers(.server)
        let first = Overview(
            of: "app, process 4711", asking: "outlive explain 4711",
            [Overview.Part(.leaks, snapshot.leaks), Overview.Part(.types, snapshot.types)],
            steps: [Overview.Step("outlive watch 4711", "whether it leaks, from several looks")])
        let answers = ReportAnswers(.heapLeaking)
        #expect(answers.answered == [.leaks, .growth])
        let second = Overview(
            of: answers.subject, asking: "outlive explain run.json",
            [Overview.Part(.leaks, answers.leaks), Overview.Part(.growth, answers.growth)],
            steps: [Overview.Step("outlive explain run.json cause 1", "why the first cause leaks, and the fix")])
        let texts = [first, second].map { String(decoding: $0.bytes(), as: UTF8.self) }
        try GoldenFile(path: "Answers/overview.txt").expect(texts.joined(separator: "\n"))
    }

    /// Expects the texts of a golden file, each below its question.
    private func expect(_ answers: [(String, BriefAnswer)], in name: String) throws {
        let text = answers.map { "## \($0)\n\($1.text)\n" }.joined(separator: "\n")
        try GoldenFile(path: "Answers/\(name).txt").expect(text)
    }
}
