import Foundation
import OutliveModel
import Testing

/// Failures in the middle of a run. The report keeps the samples measured before.
@Suite(.timeLimit(.minutes(5)))
struct ResetFailureTests {
    @Test func `Work that fails after some pairs ends the run with its samples: exit 3`() async throws {
        let trial = try Trial()
        let counter = trial.file("counter")
        let work = "exec:sh -c 'echo >>\(counter); test $(wc -l <\(counter)) -lt 6'"
        let run = try await trial.run(
            "sh -c '\(trial.note); echo up; exec sleep 600'", ["--work", work, "--pairs", "20"])
        #expect(run.status == 3)
        #expect(run.lastLine.contains("the work"), "\(run.lastLine)")
        let report = try trial.report()
        #expect(report.failures.map(\.code) == [.command])
        #expect(report.samples.count == 5)
        trial.expectNothingLeft()
    }

    @Test
    func `A crash during or just after a reset fails the run, which is measured to the end: exit 3`()
        async throws
    {
        for script in ["kill -SEGV $$", "echo again; exit 9"] {
            let trial = try Trial()
            // Once only, as a program that dies in every reset ends the run.
            let once = "test -e \(trial.file("died")) || { : >\(trial.file("died")); \(script); }; echo again"
            let run = try await trial.run(
                "sh -c 'trap \"\(once)\" USR1; \(trial.note); echo up; while :; do sleep 0.01; done'",
                ["--reset", "signal:USR1", "--done", "line:^again$", "--pairs", "4"])
            #expect(run.status == 3, "\(run.lastLine) \(run.errors)")
            let report = try trial.report()
            #expect(report.failures.map(\.code) == [.died], "\(run.lastLine)")
            #expect(report.samples.filter { $0.arm == .reset }.count == 4)
            trial.expectNothingLeft()
        }
    }

    @Test func `A reset that hangs costs its time limit and is a fallback, without a process left`() async throws {
        let trial = try Trial()
        let run = try await trial.run(
            "sh -c '\(trial.note); echo up; exec sleep 600'",
            ["--reset", "exec:sh -c '\(trial.note); exec sleep 600'", "--timeout", "10s"])
        #expect(run.status == 3, "\(run.lastLine)")
        #expect(try trial.report().fallbacks == 1)
        trial.expectNothingLeft()
    }
}
