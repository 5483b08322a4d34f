import Foundation
import OutliveModel
import Testing

/// `outlive tasks` on a program whose tasks wait in known ways.
@Suite(.serialized) struct TasksCommandTests {
    @Test func `Of 40 ways to wait, those that never end are reported, and no other`() async throws {
        #expect(Self.wrongNames(try await WaitingProgram("patterns").tasks()) == [])
    }

    @Test func `In an optimised program at least 38 of 40 verdicts are right, however it is read`() async throws {
        let trial = try HeapTrial()
        let optimised = trial.file("optimised")
        let options = "-swift-version 6 -parse-as-library -module-name task_fixture -O -g"
        let built = try await Started(
            "/bin/sh", ["-c", "swiftc \(options) -o \"$0\" \"$1\"/*.swift", optimised, Self.fixture]
        ).end()
        try #require(built.status == 0, "\(built.errors)")
        let bare = try await WaitingProgram("patterns", of: optimised)
        var reports = [try await bare.tasks("--attach")]
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/gcore") {
            let core = try await Started("/usr/bin/gcore", ["-o", trial.file("core"), "\(bare.id)"]).end()
            try #require(core.status == 0, "\(core.errors)")
            reports.append(try await WaitingProgram.tasks(of: trial.file("core.\(bare.id)")))
        }
        let preloaded = try await WaitingProgram(
            "patterns", of: optimised, under: [Built.outlive, "run", "--census", "signal", "--"],
            environment: trial.environment)
        reports.append(try await preloaded.tasks())
        for report in reports {
            let wrong = Self.wrongNames(report)
            #expect(wrong.count <= 2, "\(wrong)")
        }
        let live = try await WaitingProgram("live", of: optimised).tasks()
        #expect(live.stuck.isEmpty && Self.count(live) == 300)
    }

    @Test func `Ten thousand tasks are listed`() async throws {
        let report = try await WaitingProgram("crowd 10000").tasks()
        #expect(report.groups.reduce(0) { $0 + $1.count } >= 10_000)
    }

    private static let fixture = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../Fixtures/TaskFixture").standardizedFileURL.path

    private static func count(_ report: TaskReport) -> Int {
        report.groups.reduce(0) { $0 + $1.names.reduce(0) { $0 + $1.count } }
    }

    /// Returns the names with a wrong verdict, which they state in their first word, of the 40 of the fixture.
    private static func wrongNames(_ report: TaskReport) -> [String] {
        var verdicts: [String: Set<Bool>] = [:]
        for group in report.groups {
            for name in group.names { verdicts[name.name, default: []].insert(group.stuck != nil) }
        }
        #expect(verdicts.count == 40)
        return verdicts.filter { $0.value != [$0.key.hasPrefix("stuck-")] }.keys.sorted()
    }

    @Test func `Stale words of Dispatch hide no stuck task from outside`() async throws {
        for _ in 0..<3 { try check(try await WaitingProgram("reused 30").tasks()) }
    }

    @Test(arguments: [[], ["--attach"]]) func `The tier, and an inspection of a process with it, see every stuck task`(
        options: [String]
    ) async throws {
        let trial = try HeapTrial()
        let program = try await WaitingProgram(
            "reused 30", under: [Built.outlive, "run", "--census", "signal", "--"], environment: trial.environment)
        try check(try await program.tasks(options))
    }

    /// Checks that 30 pairs of tasks are reported.
    private func check(_ report: TaskReport) throws {
        var stuck: [String: Int] = [:]
        for group in report.stuck { for name in group.names { stuck[name.name, default: 0] += name.count } }
        #expect(stuck == ["stuck-feed": 30, "stuck-connection": 30])
    }

    @Test func `A cancellation handler that cannot resume a task does not keep it from being stuck`() async throws {
        let report = try await WaitingProgram("handlers").tasks()
        var stuck: [String: Bool] = [:]
        for group in report.groups { for name in group.names { stuck[name.name] = group.stuck != nil } }
        #expect(stuck.count == 9)
        // A debug build keeps copies of unsafe continuations, which may be those of local variables.
        #expect(stuck["stuck-dropped-checked"] == true)
        #expect(stuck.filter { $0.key.hasPrefix("live-") }.allSatisfy { !$0.value }, "\(stuck)")
    }

    @Test func `The report of a stuck task has its wait, creator, evidence and fix`() async throws {
        let program = try await WaitingProgram("patterns")
        let report = try await program.tasks()
        func group(_ name: String) throws -> AlikeTasks {
            try #require(report.groups.first { $0.names.first?.name == name })
        }
        let session = try group("stuck-own-object")
        #expect(session.awaited == .continuation && session.state == .suspended)
        #expect(session.holder == "Session")
        #expect(session.stuck?.evidence.hasPrefix("only Session refers to its continuation") == true)
        #expect(session.creator?.location?.description.hasPrefix("Stuck.swift:") == true)
        #expect(try group("stuck-own-stream").awaited == .stream)
        #expect(try group("stuck-task-local").locals == ["Int", "String"])
        #expect(try group("stuck-cancelled").cancelled == 1)
        let parent = try group("stuck-group-child")
        #expect(parent.awaited == .group && parent.stuck?.isConsequence == true)
        let child = try #require(report.groups.first { $0.parent == parent.number && $0.state == .suspended })
        #expect(child.child == .group && child.stuck != nil)
        #expect(try group("live-sleep").awaited == .sleep)
        #expect(report.groups.contains { $0.child == .asyncLet && $0.stuck != nil })
    }

    @Test func `None of 300 tasks that something resumes is reported, and the actor with a queue is named`()
        async throws
    {
        let program = try await WaitingProgram("live")
        let report = try await program.tasks("--fail-on", "stuck")
        #expect(Self.count(report) == 300)
        #expect(report.stuck.isEmpty)
        #expect(report.actors.first?.actor == "Bank" && report.actors.first?.waiting == 14)
    }

    @Test func `A snapshot, the process itself and an inspection of it show the same stuck tasks`() async throws {
        let trial = try HeapTrial()
        let program = try await WaitingProgram(
            "patterns", under: [Built.outlive, "run", "--census", "signal", "--"], environment: trial.environment)
        let names = Set(try await program.tasks().stuck.flatMap { $0.names.map(\.name) })
        #expect(names.count >= 18 && names.allSatisfy { $0.hasPrefix("stuck-") })
        #expect(Set(try await program.tasks("--attach").stuck.flatMap { $0.names.map(\.name) }) == names)
        let file = trial.file("now.olheap")
        #expect(try await outlive("census", "\(program.id)", "--graph", file).status == 0)
        let run = try await outlive("tasks", file, "--report", "json")
        let stored = try JSONDecoder().decode(TaskReport.self, from: Data(run.output.utf8))
        #expect(Set(stored.stuck.flatMap { $0.names.map(\.name) }) == names)
    }

    @Test func `Stuck tasks end with 1 if asked, and text fits its width`() async throws {
        let program = try await WaitingProgram("patterns")
        for width in [60, 80, 200] {
            let run = try await outlive(
                "tasks", "\(program.id)", "--fail-on", "stuck", "--tree", environment: ["COLUMNS": "\(width)"])
            #expect(run.status == 1)
            #expect(run.output.contains("tasks that nothing can resume"))
            #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= width }, "\(run.output)")
        }
        let plain = try await outlive("tasks", "\(program.id)")
        #expect(plain.status == 0)
    }

    @Test func `Wrong usage ends with 64, and a missing target with 3`() async throws {
        #expect(try await outlive("tasks").status == 64)
        #expect(try await outlive("tasks", "1", "--fail-on", "sleeping").status == 64)
        #expect(try await outlive("tasks", "--attach", "./core").status == 64)
        #expect(try await outlive("tasks", "./no-such-file").status == 3)
    }
}
