import Foundation
import Testing

/// A run that measured nothing is one line with the reason, and what the program printed.
@Suite(.timeLimit(.minutes(5)))
struct FailedRunTests {
    private func soak(_ launch: String, _ options: String...) async throws -> Run {
        try await Started(
            Built.outlive, ["soak", "--launch", launch, "--ready", "line:up", "--reset", "exec:true"] + options
        ).end()
    }

    @Test(arguments: [
        ("./nope", "cannot start './nope': there is no such file; check the path"),
        ("nope-nope", "there is no such program in PATH; check the name, or write ./nope-nope"),
        ("~/nope", "~ stands for a folder in a shell only; write the whole path"),
    ])
    func `A program that does not start is one line`(launch: String, reason: String) async throws {
        let run = try await soak(launch)
        #expect(run.status == 3 && run.output.isEmpty)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func `A program that ends at once is a line with its last output`() async throws {
        let run = try await soak("sh -c 'echo no config >&2; exit 3'")
        #expect(run.status == 3 && run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].contains("ended with status 3 before it was ready"), "\(run.errors)")
        #expect(lines.last == "    | no config")
    }

    @Test func `Resets that all fail are one line, also in a report`() async throws {
        let launch = "sh -c 'echo up; exec sleep 600'"
        let run = try await soak(launch, "--reset", "exec:false")
        #expect(run.status == 3 && run.output.isEmpty)
        #expect(run.errors.contains("the run was aborted after 3 failed resets in a row"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        let asked = try await soak(launch, "--reset", "exec:false", "--report", "text")
        #expect(asked.output.ranges(of: "was replaced by a relaunch, and so were 2 more resets").count == 1)
    }
}
