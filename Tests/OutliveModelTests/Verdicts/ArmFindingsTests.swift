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

    private func leak(_ arm: Int, _ fingerprint: String, count: Int = 8, verdict: Verdict = .leak) -> Finding {
        let site = RegistrationSite(fileID: "App/Store.swift", line: 7, column: 1)
        return Finding(
            tier: .heap, verdict: verdict, key: ComponentKey(name: "App.Note", type: "App.Note", site: site),
            births: [Birth(generation: 3, count: count)], live: Array(1...count), warmup: 0, bytes: 1_000 * count,
            fingerprint: fingerprint
        ).labelled(Self.arms[arm])
    }

    @Test func `A leak of two arms is one finding that names both, by the worst verdict and most objects`() {
        var report = report([leak(1, "a", count: 8, verdict: .suspect), leak(2, "a", count: 5)])
        report.joinFindingsOfArms()
        #expect(report.findings.map(\.arms) == [[Self.arms[1], Self.arms[2]]])
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.causes.count == 1)
    }

    @Test func `Objects of one type and line that arms keep by different references are two causes`() {
        var report = report([leak(1, "a"), leak(2, "b")])
        report.joinFindingsOfArms()
        #expect(report.findings.map(\.arms) == [[Self.arms[1]], [Self.arms[2]]])
        #expect(report.causes.count == 2)
    }

    @Test func `A run of one trigger keeps its findings`() {
        var report = report([leak(1, "a"), leak(2, "a")].map { $0.labelled(nil) })
        report.plan.arms = nil
        report.joinFindingsOfArms()
        #expect(report.findings.count == 2)
        #expect(report.subjectFindings.count == 2)
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
