import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// Programs that cannot be started, or that do not become ready: exit 3 and one line with the reason.
@Suite(.timeLimit(.minutes(5)))
struct StartTests {
    @Test(arguments: [
        ("no x bit", "#!/bin/sh\n", 0o644, "is not executable"),
        ("no interpreter", "#!/no/such/interpreter\n", 0o755, "what runs it does not"),
        ("no first line", "hello\n", 0o755, "without #!"),
        ("another machine", "\u{7f}ELF\u{2}\u{1}\u{1}", 0o755, "another machine"),
    ])
    func `Each reason for a failed start has its own message`(name: String, content: String, mode: Int, reason: String)
        async throws
    {
        let trial = try Trial()
        let program = trial.file("program")
        try await ProgramFile.write(content, to: program, mode: mode)
        let run = try await trial.run(program)
        #expect(run.status == 3)
        #expect(run.lastLine.contains("cannot start '\(program)'"), "\(run.lastLine)")
        #expect(run.lastLine.contains(reason), "\(run.lastLine)")
        trial.expectNothingLeft()
    }

    @Test func `A file in PATH that is not executable, and a folder, differ from a missing program`() async throws {
        let trial = try Trial()
        let program = trial.file("out-of-reach")
        try "#!/bin/sh\n".write(toFile: program, atomically: false, encoding: .utf8)
        let path = URL(fileURLWithPath: program).deletingLastPathComponent().path
        let run = try await trial.run("out-of-reach", environment: ["PATH": "\(path):/usr/bin:/bin"])
        #expect(run.status == 3)
        #expect(run.lastLine.contains("\(program) is not executable"), "\(run.lastLine)")
        let folder = try await trial.run(path)
        #expect(folder.status == 3)
        #expect(folder.lastLine.contains("\(path) is a folder"), "\(folder.lastLine)")
    }

    @Test(arguments: [
        ("exit 0", "ended with status 0"), ("exit 5", "ended with status 5"),
        ("kill -SEGV $$", "was killed by SIGSEGV"),
    ])
    func `A program that ends before it is ready is reported with its ending`(script: String, reason: String)
        async throws
    {
        let trial = try Trial()
        let run = try await trial.run("sh -c '\(trial.note); \(script)'")
        #expect(run.status == 3)
        #expect(run.lastLine.contains("\(reason) before it was ready"), "\(run.lastLine)")
        #expect(try trial.report().failures.map(\.code) == [.notReady])
        trial.expectNothingLeft()
    }

    @Test func `A program that leaves the foreground once it is ready is told to stay there`() async throws {
        let trial = try Trial()
        // It is ready when the work runs, which ends it, as a launcher ends that leaves a daemon behind.
        let launch = "sh -c '\(trial.note); trap \"exit 0\" TERM; echo up; while :; do sleep 0.01; done'"
        let run = try await trial.run(
            launch,
            [
                "--ready", "line:^up$", "--work",
                "exec:sh -c 'kill -TERM $(tail -n 1 \(trial.file("processes"))); true'",
            ])
        #expect(run.status == 3)
        #expect(run.lastLine.contains("ended with status 0"), "\(run.lastLine)")
        #expect(run.lastLine.contains("let it stay in the foreground, and check its output"), "\(run.lastLine)")
    }

    @Test func `A port taken after it was chosen is reported by the program's output`() async throws {
        let trial = try Trial()
        let launch = "sh -c '\(trial.note); echo bind: Address already in use >&2; exit 1 # {port}'"
        let run = try await trial.run(launch, ["--ready", "tcp:127.0.0.1:{port}"])
        #expect(run.status == 3)
        #expect(run.lastLine.contains("ended with status 1 before it was ready"), "\(run.lastLine)")
        #expect(run.output.contains("bind: Address already in use"))
        trial.expectNothingLeft()
    }

    @Test func `Megabytes without a line break, and bytes that are not text, hide no line`() async throws {
        let trial = try Trial()
        let flood = "head -c 8000000 /dev/zero; head -c 4000000 /dev/urandom >&2; yes | head -c 200000"
        let run = try await trial.run(
            // Random bytes would contain a short word at the end of a line now and then.
            "sh -c '\(trial.note); \(flood); echo; echo up and ready; exec sleep 600'",
            ["--ready", "line:^.*up and ready$", "--timeout", "2m"])
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        #expect(trial.noted == 2)
        trial.expectNothingLeft()
    }

    @Test func `A program that ignores the signal to end is killed after the grace period`() async throws {
        let trial = try Trial()
        let run = try await trial.run(
            "sh -c 'trap \"\" TERM; \(trial.note); echo up; while :; do sleep 1; done'", ["--stop", "TERM,200ms"])
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        #expect(try trial.report().samples.contains { $0.graceSeconds ?? 0 >= 0.2 })
        trial.expectNothingLeft()
    }
}
