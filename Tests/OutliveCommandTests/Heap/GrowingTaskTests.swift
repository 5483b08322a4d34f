import Foundation
import OutliveModel
import Testing

/// Tasks that accumulate, in `outlive watch` and `outlive soak --heap`.
@Suite(.serialized) struct GrowingTaskTests {
    /// A kind of growing tasks, with its cause.
    struct Kind: CustomTestStringConvertible, Sendable {
        var name: String
        /// `Suspect.name`.
        var suspect: String
        /// The file of the suspect: that of the function that loses a continuation, or that creates the task.
        var file = "Growing.swift"
        var awaited: AlikeTasks.Awaited?
        var isStuck = false
        /// The beginning of the fix.
        var fix: String

        var testDescription: String { name }
    }

    static let kinds = [
        Kind(
            name: "drop", suspect: "Task in Dropping.start", awaited: .continuation, isStuck: true,
            fix: "Nothing can resume them: nothing refers to its continuation, which was dropped."),
        Kind(
            name: "own", suspect: "Task in Owning.start", awaited: .stream, isStuck: true,
            fix: "Nothing can resume them: the stream is not finished"),
        Kind(name: "poll", suspect: "Task in Polling.start", awaited: .sleep, fix: "Cancel the task when its work"),
        Kind(
            name: "share", suspect: "Task in Sharing.start", awaited: .continuation, isStuck: true,
            fix: "Nothing can resume them: nothing refers to its continuation, which was dropped."),
        Kind(name: "queue", suspect: "Task in Queueing.start", awaited: .actor, fix: "Let what runs on Bank return"),
        Kind(
            name: "await", suspect: "lost", file: "TaskFixture.swift", awaited: .continuation, isStuck: true,
            fix: "Nothing can resume them"),
        Kind(
            name: "group", suspect: "lost", file: "TaskFixture.swift", awaited: .continuation, isStuck: true,
            fix: "Nothing can resume them"),
        Kind(name: "consume", suspect: "TaskGroup in Grouping.addDone", fix: "Consume the results of the task group"),
        // The task of the group is running at the moment of each snapshot.
        Kind(name: "work", suspect: "TaskGroup in Grouping.work", fix: "Consume the results of the task group"),
    ]

    @Test(arguments: kinds) func `Tasks that accumulate are one cause with all that they hold, from outside`(
        kind: Kind
    ) async throws {
        let program = try await WaitingProgram("growing \(kind.name)")
        let (run, report) = try await judged { json in
            ["watch", "\(program.id)", "--attach", "--every", "200ms", "--times", "8", "--report", "json=\(json)"]
        }
        try check(report, of: kind, run)
    }

    @Test(arguments: kinds) func `Tasks that accumulate are one cause with all that they hold, in a soak`(
        kind: Kind
    ) async throws {
        _ = try HeapTrial()
        let (run, report) = try await judged { json in
            [
                "soak", "--heap", "--launch", "'\(Built.taskFixture)' growing \(kind.name)", "--ready", "line:ready",
                "--work", "exec:sleep 0.2", "--cycles", "8", "--settle", "0s", "--stuck", "report", "--report",
                "json=\(json)",
            ]
        }
        try check(report, of: kind, run)
        if !kind.suspect.hasPrefix("TaskGroup") {
            #expect(report.causes.count == 1, "\(report.causes.map(\.name))")
        }
    }

    @Test func `A list that keeps continuations stays the cause of the tasks that wait for them`() async throws {
        let program = try await WaitingProgram("growing iterate")
        let (run, report) = try await judged { json in
            ["watch", "\(program.id)", "--attach", "--every", "200ms", "--times", "8", "--report", "json=\(json)"]
        }
        let leaks = report.causes.filter { $0.verdict == .leak }
        #expect(leaks.map(\.name) == ["Continuations.waiting"], "\(run.output)")
        #expect(leaks.first?.findings.contains { $0.key.type == "Swift.Task" } == true, "\(run.output)")
    }

    @Test func `Tasks that end are no cause`() async throws {
        let program = try await WaitingProgram("growing")
        let (run, report) = try await judged { json in
            ["watch", "\(program.id)", "--attach", "--every", "200ms", "--times", "8", "--report", "json=\(json)"]
        }
        #expect(run.status == 0, "\(run.output)")
        #expect(report.causes.allSatisfy { $0.culprit?.tasks == nil }, "\(run.output)")
    }

    private func check(_ report: Report, of kind: Kind, _ run: Run) throws {
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let leaks = report.causes.filter { $0.verdict == .leak }
        #expect(leaks.count == 1, "\(leaks.map(\.name)) \(run.output)")
        let cause = try #require(leaks.first)
        #expect(cause.name == kind.suspect, "\(run.output)")
        #expect(cause.culprit?.tasks?.awaited == kind.awaited)
        #expect(cause.leader.key.type == "Swift.Task")
        #expect(cause.hint.hasPrefix(kind.fix), "\(cause.hint)")
        if !kind.suspect.hasPrefix("TaskGroup") {
            #expect(cause.others.contains { $0.key.type == "task_fixture.Item" }, "\(run.output)")
            #expect(cause.location?.description.hasPrefix("\(kind.file):") == true)
        }
        // What is stuck belongs to the cause, and is not another one.
        let stuck = try #require(report.stuckTasks).filter { $0.count > 20 }
        #expect(stuck.isEmpty != kind.isStuck)
        for group in stuck {
            #expect(cause.culprit?.tasks?.groups.contains(group.number) == true, "\(run.output)")
        }
    }

    private func judged(_ arguments: (String) -> [String]) async throws -> (run: Run, report: Report) {
        let scratch = try Scratch()
        let json = scratch.file("report.json")
        let run = try await Started(Built.outlive, arguments(json) + ["--report", "text"]).end()
        let data = try #require(FileManager.default.contents(atPath: json), "\(run.output)\(run.errors)")
        return (run, try JSONDecoder().decode(Report.self, from: data))
    }
}
