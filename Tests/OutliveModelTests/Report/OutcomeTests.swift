import OutliveModel
import Testing

struct OutcomeTests {
    private func report(failOn: FailurePolicy = .leak, gate: Double? = nil) -> Report {
        let plan = Plan(
            launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", failOn: failOn, minimumSpeedup: gate,
            seed: 1)
        let machine = Machine(system: "s", architecture: "a", processor: nil, processors: 1, memoryBytes: 1)
        return Report(toolVersion: "0", startedAt: "", machine: machine, plan: plan)
    }

    private func finding(_ verdict: Verdict) -> Finding {
        let site = RegistrationSite(fileID: "App/Main.swift", line: 1, column: 1)
        let key = ComponentKey(name: "A", type: "App.A", site: site)
        return Finding(verdict: verdict, key: key, births: [], live: [], warmup: 0)
    }

    private func comparison(_ interval: Interval?) -> Comparison {
        let some = Summary(count: 1, minimum: 1, median: 1, maximum: 1, medianAbsoluteDeviation: 0, outliers: 0)
        return Comparison(
            pairs: 1, launch: some, launchStop: some, launchStart: some, reset: some, ratio: 4, interval: interval)
    }

    @Test func `The outcome is clean without findings`() {
        #expect(report().outcome == .clean)
    }

    @Test(arguments: [
        (FailurePolicy.leak, [Verdict.leak]), (.suspect, [.leak, .suspect, .filling]), (.never, []),
    ])
    func `The policy decides the outcome for each verdict`(failOn: FailurePolicy, failing: [Verdict]) {
        for verdict in Verdict.allCases {
            var report = report(failOn: failOn)
            report.findings = [finding(verdict)]
            #expect(report.outcome == (failing.contains(verdict) ? .notClean : .clean))
            #expect(report.failingFindings.count == (failing.contains(verdict) ? 1 : 0))
        }
    }

    @Test func `Surviving state is not clean, whatever the policy for leaks`() {
        var report = report(failOn: .never)
        report.stateDifferences = [StateDifference(cycle: 1, expected: "0", actual: "1")]
        #expect(report.outcome == .notClean)
    }

    @Test func `Growth is not clean if it was to fail the run`() {
        var report = report()
        report.slopes = [
            Slope(
                metric: .descriptors, perCycle: 1, interval: Interval(lower: 1, upper: 1), minimumEffect: 0.05,
                cycles: 40),
            Slope(metric: .threads, perCycle: 0, interval: nil, minimumEffect: 0.05, cycles: 40),
        ]
        #expect(report.outcome == .clean)
        report.plan.growth = .fail
        #expect(report.outcome == .notClean)
        #expect(report.failingGrowth.map(\.metric) == [.descriptors])
        report.slopes.removeFirst()
        #expect(report.outcome == .clean)
    }

    @Test func `The gate is compared with the lower bound, not with the ratio`() {
        var report = report(gate: 3.5)
        report.comparison = comparison(Interval(lower: 3.4, upper: 4.6))
        #expect(report.missesGate)
        #expect(report.outcome == .tooSlow)
        report.comparison = comparison(Interval(lower: 3.5, upper: 4.5))
        #expect(!report.missesGate)
        #expect(report.outcome == .clean)
    }

    @Test func `A gate fails without an interval, or without a pair`() {
        var report = report(gate: 1)
        #expect(report.outcome == .tooSlow)
        report.comparison = comparison(nil)
        #expect(report.outcome == .tooSlow)
    }

    @Test func `Failures precede leaks, leaks an interrupt, and an interrupt the gate`() {
        var report = report(gate: 9)
        report.comparison = comparison(Interval(lower: 1, upper: 2))
        #expect(report.outcome.rawValue == 2)
        report.interrupted = true
        #expect(report.outcome.rawValue == 130)
        report.findings = [finding(.leak)]
        #expect(report.outcome.rawValue == 1)
        report.failures = [Failure(.blind, "blind")]
        #expect(report.outcome.rawValue == 3)
    }
}
