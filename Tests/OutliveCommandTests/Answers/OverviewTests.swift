import Foundation
import Testing

/// `outlive TARGET`: what matters most about a process, a snapshot or a report, without a command.
@Suite(.timeLimit(.minutes(5)))
struct OverviewTests {
    @Test func `A process is answered by its ID, and its snapshots by their paths`() async throws {
        let scratch = try Scratch()
        let program = try await ObjectCommandTests.program(in: scratch)
        let run = try await outlive("\(program.id)")
        #expect(run.status == 0, "\(run.errors)")
        for part in ["process \(program.id)", "What leaks", "What is alive", "app.Session", "Tasks", "Memory", "Next"] {
            #expect(run.output.contains(part), "\(part)\n\(run.output)")
        }
        #expect(run.output.contains("\n  outlive watch \(program.id)\n"))
        #expect(!run.output.contains("hidden text"))

        let heap = scratch.file("a heap")
        #expect(try await outlive("census", "--attach", "--graph", heap, "\(program.id)").status == 0)
        let snapshot = try await outlive(heap)
        #expect(snapshot.status == 0 && snapshot.output.contains("outlive heap '\(heap)'"), "\(snapshot.errors)")
        // The census takes what the other commands take.
        let census = try await outlive("census", heap)
        #expect(census.status == 0 && census.output.contains("32 B  Owner"), "\(census.output)\(census.errors)")

        let growth = try await outlive(heap, "\(program.id)")
        #expect(growth.status == 0 && growth.output.contains("What grew"), "\(growth.output)\(growth.errors)")
        #expect(growth.output.contains("since the earlier snapshot"))
    }

    @Test func `A name that one process has is its ID, and a name without a process is refused`() async throws {
        let scratch = try Scratch()
        let name = "overview-\(UInt32.random(in: 0...UInt32.max))"
        let path = scratch.file(name)
        try FileManager.default.copyItem(atPath: Built.taskFixture, toPath: path)
        let first = try await WaitingProgram("crowd 5", of: path)
        let tasks = try await outlive("tasks", name)
        #expect(tasks.status == 0 && tasks.output.contains("process \(first.id)"), "\(tasks.output)\(tasks.errors)")
        let overview = try await outlive(name)
        #expect(overview.status == 0 && overview.output.hasPrefix("\(name), process \(first.id)"), "\(overview.errors)")

        let second = try await WaitingProgram("crowd 5", of: path)
        for command in [[name], ["tasks", name], ["watch", name]] {
            let both = try await Started(Built.outlive, command).end()
            #expect(both.status == 64)
            let ids = [first.id, second.id].sorted().map(String.init).joined(separator: ", ")
            #expect(
                both.errors.contains("2 processes are called '\(name)': give the ID of one, \(ids)"), "\(both.errors)")
        }
        let none = try await outlive("no-such-\(name)")
        #expect(none.status == 64 && none.errors.contains("and no file or process of this name"), "\(none.errors)")
    }

    @Test func `A report is answered, and two reports are compared`() async throws {
        let scratch = try Scratch()
        let report = scratch.file("run.json")
        let run = try await outlive(
            "soak", "--launch", "sh -c 'echo up; exec sleep 600'", "--ready", "line:up", "--reset", "exec:true",
            "--cycles", "2", "--settle", "10ms", "--report", "json=\(report)")
        try #require(run.status == 0, "\(run.errors)")
        let one = try await outlive(report)
        #expect(one.status == 0 && one.output.hasPrefix("many resets of one process, "), "\(one.output)\(one.errors)")
        #expect(one.output.contains("outlive explain \(report) cause 1"))
        let two = try await outlive(report, report)
        #expect(two.status == 0 && two.output.contains("What changed"), "\(two.output)\(two.errors)")
    }

    @Test func `A target that cannot be read ends with 3 in one line`() async throws {
        for target in ["/no/such/file", "99999999", "/etc/passwd"] {
            let run = try await outlive(target)
            #expect(run.status == 3 && run.output.isEmpty, "\(run.output)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }
}
