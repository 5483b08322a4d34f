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

    @Test func `Growth of a store that fills explains memory like that of a leak, and no more`() {
        let filling = leak(bytes: 500_000, verdict: .filling)
        #expect(report(.residentBytes, perCycle: 19_000, [filling]).unexplainedGrowth.isEmpty)
        #expect(!report(.residentBytes, perCycle: 205_000, [filling]).unexplainedGrowth.isEmpty)
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

    @Test func `A small known size is not unknown, and an accepted leak of unknown size explains no memory`() {
        // Less than a byte in each cycle.
        #expect(!report(.residentBytes, perCycle: 205_000, [leak(bytes: 40)]).unexplainedGrowth.isEmpty)
        var accepted = leak(bytes: nil)
        accepted.known = KnownLeak(match: KnownLeakMatch(type: "App.Note"), reason: "fixed in the next release")
        #expect(!report(.residentBytes, perCycle: 205_000, [accepted]).unexplainedGrowth.isEmpty)
        #expect(report(.descriptors, perCycle: 1, [accepted]).unexplainedGrowth.isEmpty)
        var other = leak(bytes: nil)
        other.key.type = "App.Other"
        #expect(report(.residentBytes, perCycle: 205_000, [accepted, other]).unexplainedGrowth.isEmpty)
    }

    @Test func `Growth of a run in a merged report is explained by the leaks of that run alone`() throws {
        var growing = report(.residentBytes, perCycle: 900_000)
        var leaking = report(.residentBytes, perCycle: 1_000_000, [leak(bytes: 50_000_000)])
        leaking.findings[0].tier = .heap
        leaking.startedAt = "2026-01-02T04:04:05Z"
        var merged = growing.merged(with: leaking)
        #expect(merged.unexplainedGrowth.map(\.perCycle) == [900_000])
        let entry = KnownLeak(match: KnownLeakMatch(type: "App.Note"), reason: "fixed in the next release")
        merged.judge(by: [entry], from: "outlive.known.yml", on: try #require(CalendarDay("2026-01-02")))
        #expect(merged.outcome == .clean)
        #expect(merged.unexplainedGrowth.map(\.perCycle) == [900_000])
        growing.findings = leaking.findings
        #expect(growing.merged(with: leaking).unexplainedGrowth.isEmpty)
        // In this run the number is bounded.
        growing.findings[0].verdict = .retained
        #expect(growing.merged(with: leaking).unexplainedGrowth.map(\.perCycle) == [900_000])
    }

    @Test func `Known growth of libraries explains memory`() {
        var known = leak(bytes: 500_000, verdict: .expected)
        known.tier = .heap
        #expect(report(.residentBytes, perCycle: 19_000, [known]).unexplainedGrowth.isEmpty)
        #expect(!report(.residentBytes, perCycle: 205_000, [known]).unexplainedGrowth.isEmpty)
    }

    @Test func `The stacks of threads that leak with a cause explain memory`() {
        var growing = report(.residentBytes, perCycle: 40_000, [leak(bytes: 50_000)])
        growing.slopes.append(
            Slope(
                metric: .threads, perCycle: 1, interval: Interval(lower: 1, upper: 1), minimumEffect: 0.05, cycles: 50,
                course: .lasting))
        #expect(growing.unexplainedGrowth.map(\.metric) == [.residentBytes])
        let stacks = MemoryBreakdown(processID: 1, parts: [MemoryPart(.stacks, bytes: 1_200_000)], threads: 60)
        growing.memory = MemoryUse(breakdown: stacks, verdict: MemoryVerdict(.none))
        #expect(growing.unexplainedGrowth.isEmpty)
        // Without a cause, their threads are unexplained, too.
        growing.findings = []
        #expect(growing.unexplainedGrowth.map(\.metric) == [.residentBytes, .threads])
    }

    @Test(arguments: [(1.0, true), (3, true), (2.97, true), (1.5, false), (0.3, false), (12, false)])
    func `Descriptors in step with the objects of a cause belong to it`(perCycle: Double, isInStep: Bool) throws {
        let report = report(.descriptors, perCycle: perCycle, [leak(bytes: 4_000)])
        let cause = try #require(report.causes.first)
        #expect(cause.inStep.map(\.metric) == (isInStep ? [.descriptors] : []))
        if isInStep { #expect(report.unexplainedGrowth.isEmpty) }
    }

    @Test func `Descriptors belong to one cause, and memory to none`() {
        var other = leak(bytes: 4_000)
        other.key.type = "App.Other"
        let descriptors = report(.descriptors, perCycle: 1, [leak(bytes: 4_000), other])
        #expect(descriptors.causes.map(\.inStep.count) == [1, 0])
        #expect(report(.residentBytes, perCycle: 1, [leak(bytes: 50)]).causes.map(\.inStep.count) == [0])
    }

    @Test func `A buffer that doubles is not said to slow down`() {
        func cause(_ unit: LiveUnit, _ live: [Int]) -> Cause {
            var finding = leak(bytes: 16_392)
            (finding.unit, finding.live, finding.warmup) = (unit, live, 2)
            return Cause(leader: finding)
        }
        let doubling = [1032, 2056, 4104, 4104, 8200, 8200, 8200, 8200, 16_392, 16_392, 16_392, 16_392]
        #expect(!cause(.bytes, doubling).isSlowing)
        #expect(cause(.objects, doubling).isSlowing)
        #expect(cause(.bytes, [0, 0, 100, 190, 270, 340, 360, 370, 378, 384, 386, 387]).isSlowing)
    }
}
