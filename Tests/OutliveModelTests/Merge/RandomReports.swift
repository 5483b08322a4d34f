@testable import OutliveModel

/// Reports made up from a seed: few names and numbers, so that runs have much in common.
struct RandomReports {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private mutating func coin() -> Bool { below(2) == 0 }

    private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

    private mutating func some<Value>(of values: [Value]) -> [Value] { values.filter { _ in coin() } }

    /// A report of a run; two are hardly ever equal.
    mutating func next() -> Report {
        var report = Report(
            toolVersion: one(of: ["0.9.1", "0.10.0", "0.2"]), startedAt: "2026-01-0\(1 + below(9))T00:00:0\(below(9))Z",
            machine: Machine(
                system: one(of: ["Debian", "Ubuntu"]), architecture: "x86_64", processor: nil, processors: 2,
                memoryBytes: 1),
            plan: plan)
        report.samples = (0..<below(40)).map { order in
            Sample(arm: .reset, order: order, pair: order, seconds: Double(below(1_000)) / 1_000)
        }
        report.soak = (0..<below(20)).map { SoakCycle(cycle: $0 + 1, seconds: 0.5) }
        report.comparison = coin() ? comparison : nil
        report.slopes = some(of: Metric.allCases).map { metric in
            Slope(metric: metric, perCycle: 2, interval: Interval(lower: -1, upper: 3), minimumEffect: 1, cycles: 9)
        }
        report.watch = one(of: [.off, .notWatched, .watched])
        report.components = some(of: (1...6).map { key($0) })
        report.findings = (0..<below(8)).map { _ in finding }
        report.heap = coin() ? HeapSummary(frames: below(17), retainedTypes: coin() ? below(9) : nil) : nil
        report.stateDifferences = (0..<below(3)).map { _ in
            StateDifference(cycle: 1 + below(5), occurrences: below(9), expected: "a", actual: "b\(below(3))")
        }
        report.fidelity = coin() ? fidelity : nil
        report.failures = (0..<(coin() ? 0 : below(3))).map { _ in
            Failure(one(of: [.died, .harness]), "failure \(below(3))", output: coin() ? "output \(below(3))" : nil)
        }
        report.notes = some(of: (1...5).map { "note \($0)" })
        report.fallbacks = below(4)
        report.interrupted = below(5) == 0
        report.tests = coin() ? TestFigures(tests: below(9), status: Int32(below(2))) : nil
        report.toolchain = coin() ? one(of: ["6.2", "6.3.1"]) : nil
        report.known =
            coin()
            ? KnownLeaksReview(
                file: one(of: ["a.yml", "b.yml"]), entries: below(9), expired: some(of: entries),
                unused: some(of: entries))
            : nil
        return report
    }

    private var plan: Plan {
        mutating get {
            Plan(
                launch: one(of: ["app {port}", "app"]), ready: "notify", reset: "signal:HUP", done: "notify",
                failOn: one(of: FailurePolicy.allCases), fidelity: one(of: [.fail, .report]),
                growth: one(of: GateMode.allCases), minimumSpeedup: coin() ? 1.5 : nil, seed: UInt64(below(1_000_000))
            )
        }
    }

    private var comparison: Comparison {
        mutating get {
            let some = Summary(
                count: 9, minimum: 1, median: 2, maximum: 3, medianAbsoluteDeviation: 0.5, outliers: 0)
            let lower = 1 + Double(below(10)) / 10
            return Comparison(
                pairs: 9, launch: some, launchStop: some, launchStart: some, reset: some, ratio: lower + 0.5,
                interval: coin() ? Interval(lower: lower, upper: lower + 1) : nil)
        }
    }

    private var finding: Finding {
        mutating get {
            let tier = one(of: Tier.allCases)
            var finding = Finding(
                tier: tier, verdict: one(of: Verdict.allCases), key: key(1 + below(3)),
                births: (1...3).map { Birth(generation: $0, count: below(3)) }, live: [below(3), below(3)], warmup: 0,
                bytes: coin() ? below(99) : nil,
                backtrace: Backtrace(frames: [Frame(module: "app", buildID: nil, offset: UInt64(below(3)))]),
                fingerprint: coin() ? "f\(below(4))" : nil,
                traces: coin() ? [LeakTrace(shape: .unheld, steps: [], objects: below(3))] : [],
                victimOf: coin() ? "f\(below(4))" : nil, known: below(4) == 0 ? one(of: entries) : nil,
                arms: coin() ? [Arm(rawValue: one(of: ["template", "truncate"]))] : nil)
            finding.tests = coin() ? (0..<below(3)).map { _ in test } : nil
            return finding
        }
    }

    private var test: LeakingTest {
        mutating get {
            LeakingTest(
                name: "test\(below(3))()", module: "AppTests", file: coin() ? "AppTests/File.swift" : nil,
                line: coin() ? below(3) : nil, certain: coin())
        }
    }

    private var fidelity: Fidelity {
        mutating get {
            let checks: [FidelityCheck] = [.descriptors, .threads, .environment]
            return Fidelity(
                resets: below(99), launches: 3,
                results: some(of: checks).map { check in
                    FidelityResult(
                        check: check,
                        differences: (0..<below(4)).map { _ in
                            FidelityDifference(
                                subject: "subject \(below(3))", launched: coin() ? "1" : nil, reset: "\(below(3))",
                                firstCycle: 1 + below(3), reason: coin() ? "reason \(below(2))" : nil)
                        })
                })
        }
    }

    private var entries: [KnownLeak] {
        (1...4).map { KnownLeak(match: KnownLeakMatch(type: "Type\($0)"), reason: "reason \($0)") }
    }

    private func key(_ number: Int) -> ComponentKey {
        ComponentKey(
            name: "Type\(number)", type: "App.Type\(number)",
            site: RegistrationSite(fileID: "App/File.swift", line: number, column: 1),
            lifetime: number == 3 ? .process(reason: "a logger") : .untilReset)
    }
}
