import Foundation
import Testing

@testable import OutliveModel

/// The results of merging particular runs.
@Suite struct MergeTests {
    private var run: Report {
        var random = RandomReports(seed: 11)
        var report = random.next()
        (report.findings, report.failures, report.stateDifferences, report.fidelity) = ([], [], [], nil)
        (report.interrupted, report.known, report.slopes) = (false, nil, [])
        report.plan.failOn = .leak
        report.plan.minimumSpeedup = nil
        return report
    }

    private func leak(_ verdict: Verdict = .leak, objects: Int = 5, line: Int = 3) -> Finding {
        Finding(
            verdict: verdict,
            key: ComponentKey(
                name: "Session", type: "App.Session",
                site: RegistrationSite(fileID: "App/Session.swift", line: line, column: 1)),
            births: [Birth(generation: 1, count: objects)], live: [objects], warmup: 0)
    }

    private let entry = KnownLeak(match: KnownLeakMatch(type: "App.Session"), reason: "an old one")

    @Test func `A run is the same in any spelling of its report`() throws {
        var random = RandomReports(seed: 5)
        let report = random.next()
        for formatting in [JSONEncoder.OutputFormatting.prettyPrinted, .sortedKeys, []] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = formatting
            let again = try JSONDecoder().decode(Report.self, from: encoder.encode(report))
            #expect(again.asMerged(summary: "") == report.asMerged(summary: ""))
        }
    }

    @Test func `Runs that differ in one figure are two`() {
        var other = run
        other.samples.append(Sample(arm: .ping, order: 999, seconds: 0.1))
        #expect(run.asMerged(summary: "").merged(with: other).shards.count == 2)
        var later = run
        later.startedAt += "0"
        #expect(run.merged(with: later).shards.count == 2)
    }

    @Test func `A run that only tests which leave variables changed have failed is not clean after a merge`() {
        let difference = FidelityDifference(
            subject: "static Flags.beta", launched: "false", reset: "true", firstCycle: 1)
        var polluted = run
        polluted.pollution = PollutionReport(
            tests: 2,
            changes: [
                Pollution(
                    test: LeakingTest(name: "FlagTests.sets()", module: "ShopTests", certain: true),
                    difference: difference)
            ])
        var other = run
        other.startedAt += "0"
        for merged in [polluted.merged(with: other), other.merged(with: polluted)] {
            #expect(merged.outcome == .notClean && merged.pollution == nil)
        }
    }

    @Test func `A run with a list of known leaks is still the same run`() {
        var plain = run
        plain.findings = [leak()]
        var reviewed = plain
        reviewed.findings[0].known = entry
        reviewed.known = KnownLeaksReview(file: "outlive.known.yml", entries: 1)
        let merged = plain.merged(with: reviewed)
        #expect(merged.shards.count == 1)
        #expect(merged.outcome == .notClean)
        #expect(merged.findings[0].count == 5)
        #expect(merged.findings[0].known == nil)
    }

    @Test func `Growth fails a merged report whose leaks are accepted`() throws {
        var (grown, other) = (run, run)
        other.startedAt = "2027"
        grown.plan.growth = .fail
        grown.findings = [leak()]
        grown.slopes = [
            Slope(
                metric: .threads, perCycle: 1, interval: Interval(lower: 1, upper: 1), minimumEffect: 0.05, cycles: 40)
        ]
        var merged = grown.merged(with: other)
        merged.judge(by: [entry], from: "outlive.known.yml", on: try #require(CalendarDay("2027-01-01")))
        #expect(merged.failingFindings.isEmpty)
        #expect(merged.outcome == .notClean)
        grown.slopes = []
        merged = grown.merged(with: other)
        merged.judge(by: [entry], from: "outlive.known.yml", on: try #require(CalendarDay("2027-01-01")))
        #expect(merged.outcome == .clean)
    }

    @Test func `An interrupted run stays interrupted when its leaks are accepted`() throws {
        var (cut, other) = (run, run)
        other.startedAt = "2027"
        (cut.interrupted, cut.findings) = (true, [leak()])
        var merged = cut.merged(with: other)
        #expect(merged.outcome == .notClean)
        merged.judge(by: [entry], from: "outlive.known.yml", on: try #require(CalendarDay("2027-01-01")))
        #expect(merged.failingFindings.isEmpty)
        #expect(merged.outcome == .interrupted)
        // A record of an earlier version does not state it.
        var earlier = merged
        for index in earlier.shards.indices { earlier.shards[index].interrupted = nil }
        #expect(earlier.merged(with: merged).shards == merged.shards)
        #expect(merged.merged(with: earlier).shards == merged.shards)
    }

    @Test func `A leak of several runs is one, with the figures of each`() throws {
        var (first, second, third) = (run, run, run)
        (second.startedAt, third.startedAt) = ("2027", "2028")
        first.findings = [leak(objects: 5)]
        // The line has moved.
        second.findings = [leak(.retained, objects: 7, line: 9)]
        let merged = first.merged(with: second).merged(with: third)
        let finding = try #require(merged.findings.first)
        #expect(merged.findings.count == 1)
        #expect(finding.verdict == .leak)
        #expect(finding.count == 12)
        #expect(finding.countInRun == 5)
        #expect(finding.key.site.line == 3)
        #expect(Set(finding.occurrences.map(\.objects)) == [5, 7])
        #expect(finding.occurrences.filter(\.fails).map(\.verdict) == [.leak])
        #expect(merged.failingFindings == [finding])
        #expect(merged.shards.count == 3)
    }

    @Test func `A cause of two sites has the same numbers alone and merged with unrelated runs`() throws {
        var (report, unrelated) = (run, run)
        unrelated.startedAt = "2027"
        report.findings = [3, 9].map { line in
            var finding = leak(objects: 96, line: line)
            (finding.tier, finding.live, finding.warmup) = (.heap, [0, 24, 48, 72, 96], 1)
            (finding.bytes, finding.fingerprint) = (3840, "0123456789abcdef")
            finding.retainedBytes = line == 3 ? 5000 : 8000
            return finding
        }
        let alone = try #require(report.causes.first)
        let merged = try #require(report.merged(with: unrelated).causes.first)
        #expect(report.merged(with: unrelated).causes.count == 1)
        for cause in [alone, merged] {
            #expect(cause.leaked.reduce(0) { $0 + $1.objects } == 192)
            #expect(cause.leaked.reduce(0) { $0 + $1.bytes } == 7680)
            #expect(cause.bytes == 8000)
            #expect(cause.bytesPerCycle == 2000)
        }
        #expect(merged.leader.countInRun == 192)
        #expect(merged.leader.live == [0, 48, 96, 144, 192])
    }

    @Test func `The size of a merged cause is that of all runs, as its count is, and its rate that of one`() throws {
        func left(_ started: String, objects: Int, _ bytes: Int?) -> Report {
            var (report, finding) = (run, leak(objects: objects))
            report.startedAt = started
            (finding.tier, finding.live, finding.warmup, finding.bytes) = (.heap, [0, objects / 2, objects], 1, bytes)
            report.findings = [finding]
            return report
        }
        let (first, second) = (left("2027", objects: 10, 1_000), left("2028", objects: 40, 4_000))
        let unknown = left("2029", objects: 5, nil)
        let merged = first.merged(with: second).merged(with: unknown).merged(with: first)
        let cause = try #require(merged.causes.first)
        #expect((cause.leader.count, cause.bytes, cause.bytesPerCycle) == (55, 5_000, 2_000))
        #expect(cause.leaked.map(\.bytes) == [5_000])
        let sizes = merged.shards.map { cause.bytes(in: $0.id) }
        #expect(Set(sizes) == [1_000, 4_000, nil])
        // Merged reports of earlier versions have the bytes of one run alone.
        var earlier = merged
        for index in earlier.findings[0].occurrences.indices { earlier.findings[0].occurrences[index].bytes = nil }
        #expect(earlier.causes.first?.bytes == 4_000)
    }

    @Test func `A leak that is known in one run and fails another is not known`() throws {
        var (first, second) = (run, run)
        second.startedAt = "2027"
        first.findings = [leak()]
        first.findings[0].known = entry
        second.findings = [leak(.retained)]
        #expect(first.merged(with: second).findings[0].known == entry)
        #expect(first.merged(with: second).outcome == .clean)
        second.findings = [leak()]
        #expect(first.merged(with: second).findings[0].known == nil)
        #expect(first.merged(with: second).outcome == .notClean)
    }

    @Test func `An entry is unused if no run used it`() {
        var (first, second) = (run, run)
        second.startedAt = "2027"
        let other = KnownLeak(match: KnownLeakMatch(type: "App.Other"), reason: "another")
        first.known = KnownLeaksReview(file: "outlive.known.yml", entries: 2, unused: [entry, other])
        second.known = KnownLeaksReview(file: "outlive.known.yml", entries: 2, expired: [other], unused: [entry])
        let known = first.merged(with: second).known
        #expect(known?.unused == [entry])
        #expect(known?.expired == [other])
        #expect(first.merged(with: run).known?.unused.count == 2)
    }

    @Test func `Each figure of time is of a single run`() {
        var other = run
        other.startedAt = "2027"
        other.comparison = nil
        let merged = run.merged(with: other)
        #expect(merged.comparison == nil && merged.ping == nil && merged.slopes.isEmpty)
        #expect(merged.shards.first { $0.startedAt == "2027" }?.comparison == nil)
        #expect(merged.shards.first { $0.startedAt != "2027" }?.comparison == run.comparison)
    }

    @Test func `A gate that one run missed is missed`() {
        var slow = run
        slow.startedAt = "2027"
        slow.comparison = nil
        slow.plan.minimumSpeedup = 2
        #expect(slow.outcome == .tooSlow)
        let merged = run.merged(with: slow)
        #expect(merged.missesGate)
        #expect(merged.outcome == .tooSlow)
    }

    @Test func `Impossible figures overflow nothing`() {
        var (first, second) = (run, run)
        second.startedAt = "2027"
        (first.fallbacks, second.fallbacks) = (.max, .max)
        first.findings = [leak(objects: .max), leak(objects: .max)]
        second.findings = [leak(objects: .max)]
        first.findings[0].births.append(Birth(generation: 2, count: .max))
        let merged = first.merged(with: second)
        #expect(merged.fallbacks == 1 << 53)
        #expect(merged.findings[0].count == 1 << 53)
    }

    @Test(arguments: [("0.9", "0.10"), ("0.9.9", "1.0"), ("0.1.0", "0.1.1")])
    func `The later version has the greater numbers`(earlier: String, later: String) {
        var (first, second) = (run, run)
        (first.toolVersion, second.toolVersion) = (earlier, later)
        #expect(first.merged(with: second).toolVersion == later)
        #expect(second.merged(with: first).toolVersion == later)
    }

    @Test func `The worst outcome is that of the worst run`() {
        let ranking: [Outcome] = [.failed, .notClean, .interrupted, .tooSlow, .clean]
        for (index, outcome) in ranking.enumerated() {
            #expect(Outcome.worst(of: ranking[index...].reversed()) == outcome)
            #expect(!outcome.isWorse(than: outcome))
        }
        #expect(Outcome.worst(of: []) == .clean)
    }
}
