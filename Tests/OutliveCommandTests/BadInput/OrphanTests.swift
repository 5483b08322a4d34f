import Foundation
import OutliveModel
import Testing

/// Processes that leave the group, the session and the parent they were started by: none outlives the run.
@Suite(.timeLimit(.minutes(5)))
struct OrphanTests {
    /// A line of shell that leaves a daemon behind: its parent ends, and its session is its own.
    private func daemon(_ trial: Trial) -> String {
        "(setsid sh -c \"echo \\$\\$ >>\(trial.file("processes")); exec sleep 600\" "
            + "</dev/null >/dev/null 2>&1 &)"
    }

    @Test
    func `A daemon of the application is killed with it, and reported if launches do not leave it`()
        async throws
    {
        let trial = try Trial()
        let run = try await trial.run(
            "sh -c '\(daemon(trial)); \(trial.awaitNotes(1)); echo up; exec sleep 600'")
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        #expect(trial.noted == 2)
        trial.expectNothingLeft()
    }

    @Test func `A daemon whose launch command ends is stopped with the instance`() async throws {
        let trial = try Trial()
        let counter = trial.file("launches")
        let count = "echo >>\(counter); until [ $(wc -l <\(trial.file("processes"))) -ge $(wc -l <\(counter)) ]"
        let run = try await trial.run(
            "sh -c '\(daemon(trial)); \(count); do sleep 0.01; done'",
            ["--ready", "exit"])
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        #expect(trial.noted == 2)
        trial.expectNothingLeft()
    }

    @Test(arguments: ["--work", "--probe", "--reset"])
    func `A daemon that work, probe or reset leaves behind is killed`(option: String) async throws {
        let trial = try Trial()
        let run = try await trial.run(
            "sh -c 'echo up; exec sleep 600'", [option, "exec:sh -c '\(daemon(trial)); \(trial.awaitNotes(1))'"])
        // Processes that a reset leaves behind belong to the application, so a launch lacks them and they are a
        // difference.
        #expect(run.status == (option == "--reset" ? 1 : 0), "\(run.lastLine) \(run.errors)")
        #expect(run.output.contains("child processes") == (option == "--reset"))
        #expect(trial.noted >= 1)
        trial.expectNothingLeft()
    }

    @Test func `A helper that a reset restarts lives on with the application, and ends with it`() async throws {
        let trial = try Trial()
        let helper = "{dir}/helper"
        let start =
            "(setsid sh -c \"\(trial.note); echo \\$\\$ >\(helper); exec sleep 600\" </dev/null >/dev/null 2>&1 &)"
        let wait = "until [ -s \(helper) ]; do sleep 0.01; done"
        // One that is still ending would be a child process more.
        let end = "while kill -0 $p 2>/dev/null; do sleep 0.01; done"
        let run = try await trial.run(
            "sh -c '\(start); \(wait); echo up; exec sleep 600'",
            [
                "--reset", "exec:sh -c 'p=$(cat \(helper)); kill $p; rm \(helper); \(end); \(start); \(wait)'",
                "--probe", "exec:sh -c 'kill -0 $(cat \(helper)) && echo alive'",
                "--soak", "3",
            ])
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        #expect(run.lastLine.contains("0 fallbacks"))
        trial.expectNothingLeft()
    }

    @Test func `Killing the harness leaves no application, daemon, command or folder`() async throws {
        let trial = try Trial()
        // All of them hold it open: its end is the end of the last one.
        let alive = trial.file("alive")
        #expect(mkfifo(alive, 0o600) == 0)
        let started = try trial.start(
            "sh -c 'exec 9>\(alive); \(daemon(trial)); \(trial.awaitNotes(1)); echo up; exec sleep 600'",
            [
                "--reset", "exec:sh -c 'exec 9>\(alive); echo resetting >&9; exec sleep 600'", "--timeout", "10m",
                "--pairs", "0", "--soak", "1",
            ])
        let harness = started.process.processIdentifier
        try await awaiting {
            let pipe = try FileHandle(forReadingFrom: URL(fileURLWithPath: alive))
            #expect(pipe.availableData == Data("resetting\n".utf8))
            kill(harness, SIGKILL)
            #expect(try pipe.readToEnd() == nil)
        }
        #expect(try await started.end().status == -SIGKILL)
        try await trial.awaitEnd()
        try await trial.awaitEmptyFolder()
    }

    @Test(arguments: [false, true])
    func `One or two interrupts leave no daemon: exit 130`(impatient: Bool) async throws {
        let trial = try Trial()
        let fifo = trial.file("started")
        #expect(mkfifo(fifo, 0o600) == 0)
        let launch =
            "sh -c '\(daemon(trial)); \(trial.note); \(trial.awaitNotes(2)); echo up; trap \"\" TERM; "
            + "echo >\(fifo); while :; do sleep 1; done'"
        let started = try trial.start(
            launch,
            [
                // No pair and no time limit: a relaunch would end what is about to be counted.
                "--reset", "exec:sleep 600", "--timeout", "10m", "--pairs", "0", "--soak", "1", "--stop",
                impatient ? "TERM,10m" : "TERM,100ms",
            ])
        // Reading waits until the application has written: the event that the test is after.
        _ = try await contents(ofPipe: fifo)
        #expect(trial.processes.count == 2)
        repeat {
            kill(started.process.processIdentifier, SIGINT)
            // Two signals that are not taken yet are one.
            try await Task.sleep(for: .milliseconds(20))
        } while impatient && started.process.isRunning
        let run = try await started.end()
        #expect(run.status == 130, "\(run.lastLine) \(run.errors)")
        trial.expectNothingLeft()
    }
}
