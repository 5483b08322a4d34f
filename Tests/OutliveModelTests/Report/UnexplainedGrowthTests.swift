import OutliveModel
import Testing

struct UnexplainedGrowthTests {
    private func report(_ metric: Metric, perCycle: Double, _ findings: [Finding] = []) -> Report {
        var report = Report(
            toolVersion: "1", startedAt: "2026-01-02T03:04:05Z",
            machine: Machine(system: "", architecture: "", processor: nil, processors: 1, memoryBytes: 1),
            plan: Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", seed: 1))
        report.slopes = [
            Slope(
                metric: metric, perCycle: perCycle, interval: Interval(lower: perCycle / 2, upper: perCycle * 2),
                minimumEffect: 0.05, cycles: 40, course: .lasting)
        ]
        report.findings = findings
        return report
    }

    /// A leak of an object in each of 50 measured cycles.
    private func leak(bytes: Int?, verdict: Verdict = .leak) -> Finding {
        let site = RegistrationSite(fileID: "App/Store.swift", line: 7, column: 1)
        return Finding(
            verdict: verdict, key: ComponentKey(name: "Note", type: "App.Note", site: site),
            births: [Birth(generation: 3, count: 50)], live: Array(1...52), warmup: 2, bytes: bytes)
    }

    @Test func `Without leaks, only growth of memory, threads and descriptors is unexplained`() {
        for metric in [Metric.residentBytes, .threads, .descriptors] {
            #expect(report(metric, perCycle: 10).unexplainedGrowth.map(\.metric) == [metric])
        }
        for metric in [Metric.resetSeconds, .liveComponents] {
            #expect(report(metric, perCycle: 10).unexplainedGrowth.isEmpty)
        }
        var stepped = report(.threads, perCycle: 10)
        stepped.slopes[0].course = .steps
        #expect(stepped.unexplainedGrowth.isEmpty)
    }

    @Test func `Memory is unexplained if leaks account for less than half of it`() {
        // 10 kB a cycle leak.
        let leak = leak(bytes: 500_000)
        #expect(report(.residentBytes, perCycle: 19_000, [leak]).unexplainedGrowth.isEmpty)
        #expect(!report(.residentBytes, perCycle: 205_000, [leak]).unexplainedGrowth.isEmpty)
    }

    @Test func `Memory is not unexplained if objects of unknown size leak, as in the registry`() {
        #expect(report(.residentBytes, perCycle: 205_000, [leak(bytes: nil)]).unexplainedGrowth.isEmpty)
        let retained = leak(bytes: nil, verdict: .retained)
        #expect(!report(.residentBytes, perCycle: 205_000, [retained]).unexplainedGrowth.isEmpty)
    }

    @Test func `Threads and descriptors are unexplained if fewer than half as many objects leak`() {
        #expect(report(.descriptors, perCycle: 1, [leak(bytes: 4_000)]).unexplainedGrowth.isEmpty)
        #expect(!report(.descriptors, perCycle: 10, [leak(bytes: 4_000)]).unexplainedGrowth.isEmpty)
    }

    @Test func `Growth that accepted leaks explain is not unexplained`() {
        var accepted = leak(bytes: 500_000)
        accepted.known = KnownLeak(match: KnownLeakMatch(type: "App.Note"), reason: "fixed in the next release")
        let report = report(.residentBytes, perCycle: 10_000, [accepted])
        #expect(report.causes.isEmpty)
        #expect(report.unexplainedGrowth.isEmpty)
    }
}
