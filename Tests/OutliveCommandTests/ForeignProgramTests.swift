import Foundation
import OutliveModel
import Testing

/// Programs that do not use Outlive, and programs that fail.
@Suite(.serialized)
struct ForeignProgramTests {
    /// A program that prints that it is up, and keeps running.
    private let staying = "sh -c 'echo up; exec sleep 600'"

    private func bench(_ launch: String, _ options: [String]) async throws -> Run {
        try await Started(
            Built.outlive,
            ["bench", "--launch", launch, "--ready", "line:^up$", "--pairs", "1", "--warmup", "0", "--soak", "0"]
                + options
        ).end()
    }

    @Test func `A program that is reset by a command is measured, one instance at a time`() async throws {
        let run = try await bench(staying, ["--reset", "exec:true"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("one at a time"))
        #expect(run.lastLine.contains("leaks not watched"))
    }

    @Test
    func `A report goes to a device and leaves it a device; else it is printed as text: exit 3`()
        async throws
    {
        let both = try await bench(
            staying, ["--reset", "exec:true", "--report", "text", "--report", "json=/dev/stdout"])
        #expect(both.status == 0, "\(both.output)\(both.errors)")
        #expect(both.output.hasPrefix("Outlive"))
        #expect(both.lastLine == "}")
        let full = try await bench(staying, ["--reset", "exec:true", "--report", "json=/dev/full"])
        #expect(full.status == 3)
        #expect(full.errors.contains("No space left"))
        #expect(full.output.hasPrefix("Outlive") && full.lastLine.contains("leaks not watched"), "\(full.output)")
        for device in ["/dev/stdout", "/dev/full"] {
            var status = stat()
            #expect(lstat(device, &status) == 0)
            #expect(status.st_mode & S_IFMT != S_IFREG)
        }
    }

    @Test func `A closed pipe does not change the exit code`() async throws {
        let script =
            "\"$0\" bench --launch \"$1\" --ready line:up --reset exec:true --pairs 1 --soak 0 | true; "
            + "echo ${PIPESTATUS[0]}"
        let run = try await Started("/bin/bash", ["-c", script, Built.outlive, staying]).end()
        #expect(run.output == "0\n", "\(run.output)\(run.errors)")
    }

    @Test func `A leak check that would watch nothing fails: exit 3`() async throws {
        let run = try await bench(staying, ["--reset", "exec:true", "--leaks", "require"])
        #expect(run.status == 3, "\(run.output)\(run.errors)")
    }

    @Test
    func `A program that is missing, ends at once or crashes in every reset is named: exit 3`() async throws {
        let missing = try await bench("no-such-program-anywhere", ["--reset", "exec:true"])
        #expect(missing.status == 3)
        #expect(missing.errors.contains("no-such-program-anywhere"))
        let ending = try await bench("sh -c 'echo lost the keys; exit 7'", ["--reset", "exec:true"])
        #expect(ending.status == 3)
        #expect(ending.errors.contains("7"))
        #expect(ending.errors.contains("lost the keys"))
        let dying = try await bench(staying, ["--reset", "signal:USR1", "--done", "line:never", "--pairs", "4"])
        #expect(dying.status == 3)
        #expect(dying.errors.contains("3 failed resets in a row"))
    }

    @Test func `A failed run prints the reason on standard error if its only report is a file`() async throws {
        let scratch = try Scratch()
        let report = "json=\(scratch.file("report.json"))"
        let run = try await bench("no-such-program-anywhere", ["--reset", "exec:true", "--report", report])
        #expect(run.status == 3)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("outlive: cannot start 'no-such-program-anywhere'"), "\(run.errors)")
    }

    @Test
    func `With few descriptors a run succeeds, or fails with a message and exit 3, without a crash`() async throws {
        for limit in stride(from: 10, through: 24, by: 2) {
            let script =
                "ulimit -n \(limit); exec \"$0\" bench --launch \"$1\" --ready line:up --reset exec:true --pairs 1 --warmup 0"
                + " --soak 0"
            let run = try await Started("/bin/sh", ["-c", script, Built.outlive, staying]).end()
            #expect([0, 3].contains(run.status), "\(limit): \(run.output)\(run.errors)")
            let printed = run.output + run.errors
            #expect(run.status == 0 || printed.contains("descriptors"), "\(limit): \(printed)")
        }
    }

    @Test func `A program that never becomes ready fails at its deadline: exit 3`() async throws {
        let run = try await bench("sleep 600", ["--reset", "exec:true", "--timeout", "200ms"])
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("0.2 s"))
    }

    @Test func `A reset that is never acknowledged falls back to a relaunch, which is counted`() async throws {
        let run = try await bench(
            staying, ["--reset", "signal:URG", "--done", "line:never", "--timeout", "10s", "--pairs", "1"])
        #expect(run.errors.contains("fell back to a relaunch"), "\(run.output)\(run.errors)")
    }

    @Test func `An endpoint that already answers is refused: exit 3, no false sample`() async throws {
        let listener = try Listener()
        let run = try await Started(
            Built.outlive,
            [
                "bench", "--launch", "sleep 600", "--ready", "tcp:127.0.0.1:\(listener.port)", "--reset", "exec:true",
            ]
        ).end()
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.output.contains("already listens"), "\(run.output)")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `SIGINT, SIGTERM and SIGHUP stop every child, and a report is printed`(signal: Int32) async throws {
        let scratch = try Scratch()
        let fifo = scratch.file("started")
        #expect(mkfifo(fifo, 0o600) == 0)
        let started = try Started(
            Built.outlive,
            [
                "bench", "--launch", "sh -c 'echo $$ >\(fifo); echo up; exec sleep 600'", "--ready", "line:^up$",
                "--reset", "exec:sleep 600", "--timeout", "10m", "--pairs", "0", "--warmup", "0", "--soak", "5",
            ])
        // Reading waits until the application has written: the event that the test is after.
        let written = try await contents(ofPipe: fifo)
        let child = try #require(Int32(written.filter(\.isNumber)))
        kill(started.process.processIdentifier, signal)
        let run = try await started.end()
        #expect(run.status == 130, "\(run.output)\(run.errors)")
        #expect(run.lastLine.contains("interrupted"), "\(run.output)")
        #expect(kill(child, 0) == -1)
    }
}
