import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

/// The text of tasks, and the part of a run's report about those that nothing can resume.
struct TaskReportTests {
    static let stuck = AlikeTasks(
        number: 1, count: 3, state: .suspended, awaited: .continuation, holder: "Session",
        stuck: StuckVerdict(
            certainty: .stuck,
            evidence: "only Session refers to its continuation, and only the task itself, or nothing, leads there",
            remedy: "resume the continuation before the last other reference to Session goes, or keep one"),
        frames: [
            TaskFrame(
                function: "Session.reply", module: "App", location: SourceLine(file: "/s/Session.swift", line: 12)),
            TaskFrame(function: "closure in Poller.start", module: "App"),
        ],
        creator: TaskFrame(
            function: "closure in Poller.start", module: "App", location: SourceLine(file: "/s/Poller.swift", line: 40)),
        names: [.init(name: "poll", count: 3)], priorities: [.init(name: "medium", count: 3)], cancelled: 1,
        locals: ["String"], ids: [4, 7, 9])

    private var report: TaskReport {
        TaskReport(
            toolVersion: "0.1.0", processID: 4711, executable: "/opt/app/server", pauseSeconds: 0.0125,
            groups: [
                Self.stuck,
                AlikeTasks(
                    number: 2, count: 20, state: .suspended, awaited: .group,
                    frames: [
                        TaskFrame(function: "TaskGroup.next"),
                        TaskFrame(
                            function: "closure in Server.run", module: "App",
                            location: SourceLine(file: "/s/Server.swift", line: 7)),
                    ], creator: TaskFrame(function: "closure in Server.run", module: "App"), children: 40),
                AlikeTasks(
                    number: 3, parent: 2, child: .group, count: 40, state: .suspended, awaited: .sleep,
                    frames: [TaskFrame(function: "Task.sleep")],
                    creator: TaskFrame(function: "Server.tick", module: "App")),
                AlikeTasks(number: 4, count: 2, state: .completed),
            ],
            actors: [
                ActorQueue(
                    actor: "Bank", waiting: 14, running: "hog", callers: [.init(name: "Bank.deposit", count: 14)])
            ], notes: ["a note"])
    }

    private func text(_ width: Int, isTree: Bool = false) throws -> String {
        String(
            decoding: try ListingFormat.text.bytes(for: report, style: TextStyle(width: width), isTree: isTree),
            as: UTF8.self)
    }

    @Test func `Stuck tasks come first, then the others, the actors and the notes`() throws {
        #expect(
            try text(80) == """
                server (process 4711): 63 tasks, 63 suspended
                  3 tasks that nothing can resume
                  paused for 12.5 ms

                1  3 tasks stuck: closure in Poller.start
                   waits for   a continuation
                   because     only Session refers to its continuation, and only the task
                               itself, or nothing, leads there
                   fix         resume the continuation before the last other reference to
                               Session goes, or keep one
                   created in  closure in Poller.start (Poller.swift:40)
                   name        poll (3)
                   cancelled   1 of 3
                   task-locals String
                   backtrace   Session.reply (Session.swift:12)
                               closure in Poller.start

                     tasks  wait for      function               resumes in
                        20  group         closure in Server.run  Server.swift:7
                        40  sleep         Server.tick            Task.sleep

                actors with waiting tasks
                  Bank: 14 tasks in its queue, 14 from Bank.deposit; hog runs on it

                Notes
                  - a note

                """)
    }

    @Test func `A tree shows children below their parents`() throws {
        let lines = try text(200, isTree: true).split(separator: "\n").map(String.init)
        let parent = try #require(lines.firstIndex { $0.hasPrefix("  20 closure in Server.run: group") })
        #expect(lines[parent + 1].hasPrefix("    40 Server.tick: sleep"))
        #expect(lines.contains { $0.hasPrefix("  3 closure in Poller.start: continuation, stuck") })
    }

    @Test(arguments: [60, 80, 200]) func `No line exceeds its width`(width: Int) throws {
        for isTree in [false, true] {
            let lines = try text(width, isTree: isTree).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= width })
        }
    }

    @Test func `The JSON is read as the same report`() throws {
        let bytes = try ListingFormat.json.bytes(for: report)
        #expect(try JSONDecoder().decode(TaskReport.self, from: Data(bytes)) == report)
    }

    /// A run that stuck tasks fail.
    private static var run: Report {
        var run = Report.clean
        run.plan.stuck = .fail
        run.stuckTasks = [stuck]
        return run
    }

    private func output(_ format: ReportFormat, _ report: Report = Self.run) throws -> String {
        String(decoding: try format.bytes(for: report, PresentationOptions(root: "/s")), as: UTF8.self)
    }

    @Test(arguments: ReportFormat.all.map(\.name).filter { $0 != "customSmallerIsBetter" && $0 != "json" })
    func `Every format names stuck tasks in the same words`(name: String) throws {
        // A colon is escaped in the title of an annotation.
        let output = try output(#require(ReportFormat.named(name))).replacing("%3A", with: ":")
        #expect(output.contains("3 tasks stuck: closure in Poller.start"), "\(output)")
        #expect(!(try self.output(#require(ReportFormat.named(name)), .clean).contains("tasks stuck")))
    }

    @Test func `Code scanning and workflows show stuck tasks at the line that created them`() throws {
        let github = try output(.github)
        #expect(github.contains("::error file=Poller.swift,line=40"), "\(github)")
        #expect(github.contains("fix: resume the continuation"))
        let sarif = try output(.sarif)
        #expect(sarif.contains("\"ruleId\" : \"stuck-tasks\""))
        #expect(sarif.contains("\"uri\" : \"Poller.swift\""))
        var reported = Self.run
        reported.plan.stuck = .report
        #expect(try output(.github, reported).contains("::warning file=Poller.swift,line=40"))
    }

    @Test func `The table has a row for each kind of stuck tasks`() throws {
        let row = try #require(try output(.csv).split(separator: "\r\n").last)
        #expect(row.hasPrefix("stuck,") && row.contains(",3 tasks stuck: closure in Poller.start,"), "\(row)")
    }

    @Test func `Stuck tasks fail a run only if asked, and are never green`() throws {
        for (mode, outcome) in [(GateMode?.none, Outcome.clean), (.report, .clean), (.fail, .notClean)] {
            var run = Report(
                toolVersion: "0.1.0", startedAt: "2026-01-01T00:00:00Z",
                machine: Machine(
                    system: "Linux", architecture: "x86_64", processor: nil, processors: 2, memoryBytes: 1),
                plan: Plan(launch: "app", ready: "none", reset: nil, done: nil, seed: 0))
            run.plan.stuck = mode
            run.stuckTasks = [Self.stuck]
            #expect(run.outcome == outcome)
            #expect(run.summaryLine.contains("3 stuck tasks"))
            let shown = Presentation(run)
            let page = String(decoding: try ReportFormat.html.bytes(for: shown, style: TextStyle()), as: UTF8.self)
            #expect(page.contains("3 tasks that nothing can resume"))
            #expect(!page.contains("<section id=\"verdict\" class=\"good\""))
            let merged = run.asMerged
            #expect(merged.outcome == outcome)
            // The shard has their number: kept as well, they would count twice.
            #expect(merged.stuckTasks == nil && merged.stuckTaskCount == (mode == .fail ? 3 : 0))
            run.stuckTasks = []
            #expect(run.outcome == .clean && !run.summaryLine.contains("stuck"))
        }
    }
}
