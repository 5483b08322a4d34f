import OutliveModel
import Testing

/// The findings of a run of named arms.
struct ArmFindingsTests {
    private static let arms = ["relaunch", "template", "truncate"].map(Arm.init)

    private func report(_ findings: [Finding]) -> Report {
        let planned = zip(Self.arms, ["relaunch", "exec:a", "exec:b"]).map { PlannedArm(name: $0, trigger: $1) }
        var report = Report(
            toolVersion: "1", startedAt: "2026-01-02T03:04:05Z",
            machine: Machine(system: "", architecture: "", processor: nil, processors: 1, memoryBytes: 1),
            plan: Plan(launch: "app", ready: "notify", reset: "exec:a", done: "exit", arms: planned, seed: 1))
        report.findings = findings
        return report
    }

    private func leak(_ arm: Int, _ fingerprint: String) -> Finding {
        let site = RegistrationSite(fileID: "App/Store.swift", line: 7, column: 1)
        return Finding(
            tier: .heap, verdict: .leak, key: ComponentKey(name: "App.Note", type: "App.Note", site: site),
            births: [Birth(generation: 3, count: 8)], live: Array(1...8), warmup: 0, bytes: 8_000,
            fingerprint: fingerprint
        ).labelled(Self.arms[arm])
    }

    @Test func `Growth over the soak is explained by leaks of its own arm alone`() {
        var own = report([leak(1, "a")])
        own.slopes = [
            Slope(
                metric: .residentBytes, perCycle: 1_000, interval: Interval(lower: 900, upper: 1_100),
                minimumEffect: 1, cycles: 40, course: .lasting)
        ]
        #expect(own.unexplainedGrowth.isEmpty)
        own.findings = [leak(2, "a")]
        #expect(own.unexplainedGrowth.map(\.metric) == [.residentBytes])
    }

    @Test func `Merged reports name the arms of all runs`() {
        let merged = report([leak(2, "a")]).merged(with: report([leak(1, "a")]))
        #expect(merged.findings.map(\.arms) == [[Self.arms[1], Self.arms[2]]])
    }
}
