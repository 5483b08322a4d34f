import OutliveModel
import Testing

/// The comparison of a leak that is missing in the later report.
@Suite struct LeaksComparingTests {
    private func report(_ findings: Finding...) -> Report {
        var report = Report(
            toolVersion: "1", startedAt: "now",
            machine: Machine(system: "", architecture: "", processor: nil, processors: 1, memoryBytes: 1),
            plan: Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: nil, seed: 1))
        report.watch = .watched
        report.findings = findings
        return report
    }

    private let leak = Finding(
        verdict: .leak,
        key: ComponentKey(
            name: "Session", type: "App.Session", site: RegistrationSite(fileID: "App/Main.swift", line: 1, column: 1)),
        births: [Birth(generation: 1, count: 3)], live: [1, 2, 3], warmup: 0)

    private func changes(from old: Report, to new: Report) -> [Change] {
        ReportComparison.leaks(from: old, to: new).map(\.change)
    }

    @Test func `A leak is fixed only if the later run came to its end`() {
        let (old, whole) = (report(leak), report())
        var (interrupted, failed) = (whole, whole)
        interrupted.interrupted = true
        failed.failures = [Failure(.died, "it ended")]
        #expect([whole, interrupted, failed].map(\.isPartial) == [false, true, true])
        #expect(changes(from: old, to: whole) == [.fixed])
        #expect(changes(from: old, to: interrupted) == [.notCompared])
        #expect(changes(from: old, to: failed) == [.notCompared])
    }

    @Test func `Findings of a partial run are compared nevertheless`() {
        var partial = report(leak)
        partial.interrupted = true
        #expect(changes(from: report(), to: partial) == [.new])
        #expect(changes(from: report(leak), to: partial) == [.unchanged])
    }

    @Test func `Objects that were released late before are a new leak when they stay`() {
        var late = leak
        (late.verdict, late.births, late.live, late.lateSeconds) = (.late, [], [0, 0, 0], 0.01)
        #expect(changes(from: report(late), to: report(leak)) == [.new])
        #expect(changes(from: report(leak), to: report(late)) == [.fixed])
    }
}
