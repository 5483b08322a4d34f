import OutliveModel

extension Report {
    /// Two leaks by fingerprint, one of them seen twice, and a victim.
    static var leakingTwice: Report {
        let machine = Machine(system: "s", architecture: "a", processor: nil, processors: 1, memoryBytes: 1)
        let plan = Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", pairs: 0, seed: 1)
        var report = Report(toolVersion: "0", startedAt: "2026-01-02T03:04:05Z", machine: machine, plan: plan)
        report.watch = .watched
        func leak(_ type: String, _ fingerprint: String, victimOf: String? = nil) -> Finding {
            Finding(
                verdict: .leak,
                key: ComponentKey(
                    name: type, type: type, site: RegistrationSite(fileID: "App/A.swift", line: 1, column: 1)),
                births: [Birth(generation: 1, count: 3)], live: [1, 2, 3], warmup: 0, fingerprint: fingerprint,
                victimOf: victimOf)
        }
        report.findings = [
            leak("App.A", "00000000000000aa"), leak("App.Again", "00000000000000aa"),
            leak("App.\u{1B}[31mB\nleaks: []", "00000000000000bb"),
            leak("App.C", "00000000000000cc", victimOf: "00000000000000bb"),
        ]
        report.samples = [
            Sample(arm: .soak, order: 0, pair: nil, warmup: false, seconds: 0.1, fellBack: false, outlier: false)
        ]
        return report
    }
}
