import Foundation
import OutliveModel
import Testing

/// Processes that leave the group, the session and the parent they were started by: none outlives the run.
@Suite(.timeLimit(.minutes(5)))
struct OrphanTests {
    /// A line of shell that leaves a daemon behind: its parent ends, and its session is its own.
    private func daemon(_ trial: Trial, as environment: String = "") -> String {
        "(setsid \(environment) sh -c \"echo \\$\\$ >>\(trial.file("processes")); exec sleep 600\" "
            + "</dev/null >/dev/null 2>&1 &)"
    }

    @Test(
        "A daemon of the application is killed with it, also one without its environment",
        arguments: ["", "env -i PATH=/usr/bin:/bin"])
    func application(environment: String) async throws {
        let trial = try Trial()
        let run = try await trial.run(
            "sh -c '\(daemon(trial, as: environment)); \(trial.awaitNotes(1)); echo up; exec sleep 600'")
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        #expect(trial.noted == 2)
        trial.expectNothingLeft()
    }

    @Test("A daemon whose launch command ends is stopped with the instance")
    func launchedDaemon() async throws {
        let trial = try Trial()
        let counter = trial.file("launches")
        let count = "echo >>\(counter); until [ $(wc -l <\(trial.file("processes"))) -ge $(wc -l <\(counter)) ]"
        let run = try await trial.run(
            "sh -c '\(daemon(trial, as: "env -i PATH=/usr/bin:/bin")); \(count); do sleep 0.01; done'",
            ["--ready", "exit"])
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        #expect(trial.noted == 2)
        trial.expectNothingLeft()
    }

    @Test("A daemon that work, probe or reset leaves behind is killed", arguments: ["--work", "--probe", "--reset"])
    func command(option: String) async throws {
        let trial = try Trial()
        let run = try await trial.run(
            "sh -c 'echo up; exec sleep 600'", [option, "exec:sh -c '\(daemon(trial)); \(trial.awaitNotes(1))'"])
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        #expect(trial.noted >= 1)
        trial.expectNothingLeft()
    }

    @Test("Ctrl-C once, and again without patience, leaves no daemon: exit 130", arguments: [false, true])
    func interrupt(impatient: Bool) async throws {
        let trial = try Trial()
        let fifo = trial.file("started")
        #expect(mkfifo(fifo, 0o600) == 0)
        let launch =
            "sh -c '\(daemon(trial)); \(trial.note); \(trial.awaitNotes(2)); echo up; trap \"\" TERM; "
            + "echo >\(fifo); while :; do sleep 1; done'"
        let started = try trial.start(
            launch, ["--reset", "exec:sleep 600", "--stop", impatient ? "TERM,10m" : "TERM,100ms"])
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
