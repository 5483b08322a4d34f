import OutliveBenchmark
import OutliveModel
import Testing

/// The comparison of leaks, state and times of two reports.
@Suite struct ComparisonTests {
    private func compare(
        _ old: Report, _ new: Report, failOn: ComparisonPolicy.FailOn = .new, maximumSlowdown: Double? = nil
    ) -> ReportComparison {
        ReportComparison(
            from: (old, old.facts), to: (new, new.facts),
            policy: ComparisonPolicy(failOn: failOn, maximumSlowdown: maximumSlowdown), toolVersion: "0.1.0")
    }

    private let later = "2026-01-02T00:00:00Z"

    @Test func `Findings of the later report alone are new, of the earlier alone fixed, and the rest unchanged`() {
        let old = Report.run().with(.found("Session", objects: 3), .found("Feed"))
        let new = Report.run(later).with(.found("Session", objects: 9), .found("Timer"))
        let comparison = compare(old, new)
        let changes = Dictionary(uniqueKeysWithValues: comparison.leaks.map { ($0.key.name, $0.change) })
        #expect(changes == ["Timer": .new, "Session": .unchanged, "Feed": .fixed])
        let session = comparison.leaks.first { $0.key.name == "Session" }
        #expect(session?.old?.objects == 3 && session?.new?.objects == 9)
        #expect(comparison.failingLeaks.map(\.key.name) == ["Timer"])
        #expect(comparison.outcome == .notClean)
        #expect(compare(old, new, failOn: .leak).failingLeaks.count == 2)
        #expect(compare(old, new, failOn: .never).outcome == .clean)
        #expect(compare(new, new).outcome == .clean)
    }

    @Test func `With swapped sides, new becomes fixed and worse becomes better`() {
        let verdicts: [Verdict?] = [nil] + Verdict.allCases
        for before in verdicts {
            for after in verdicts {
                let old = before.map { Report.run().with(.found("Session", $0)) } ?? .run()
                let new = after.map { Report.run(later).with(.found("Session", $0)) } ?? .run(later)
                let (there, back) = (compare(old, new).leaks, compare(new, old).leaks)
                let swapped: [Change: Change] = [.new: .fixed, .fixed: .new, .worse: .better, .better: .worse]
                #expect(there.map { swapped[$0.change] ?? $0.change } == back.map(\.change))
                #expect(there.map(\.old) == back.map(\.new) && there.map(\.new) == back.map(\.old))
            }
        }
    }

    @Test func `A report compared with itself is unchanged, with ratios of 1 in their intervals`() {
        let report = Report.run().with(.found("Session"), .found("Feed", .suspect)).changed {
            $0.soak = (1...20).map { SoakCycle(cycle: $0, seconds: 0.1) }
            $0.stateDifferences = [StateDifference(cycle: 1, expected: "a", actual: "b")]
            $0.analyse()
        }
        for report in [report, report.asMerged(summary: "").merged(with: Report.run(later))] {
            let comparison = compare(report, report, maximumSlowdown: 1.1)
            #expect(comparison.leaks.allSatisfy { $0.change == .unchanged })
            #expect(comparison.differences.allSatisfy { $0.change == .unchanged })
            #expect(comparison.leaks.count == 2 && comparison.differences.count == 1)
            #expect(comparison.runs.allSatisfy { $0.old == $0.new && $0.apart == nil })
            for time in comparison.runs.flatMap(\.times) {
                #expect(time.ratio == 1)
                if let interval = time.interval { #expect(interval.lower <= 1 && interval.upper >= 1) }
            }
        }
        #expect(compare(report, report, maximumSlowdown: 1.1).outcome == .clean)
    }

    @Test func `A suspect that becomes a leak is worse and fails; a leak that becomes bounded is better`() {
        let (suspect, leak) = (Report.run().with(.found("Feed", .suspect)), Report.run(later).with(.found("Feed")))
        #expect(compare(suspect, leak).leaks.map(\.change) == [.worse])
        #expect(compare(suspect, leak).outcome == .notClean)
        let bounded = Report.run(later).with(.found("Feed", .retained))
        #expect(compare(leak, bounded).leaks.map(\.change) == [.better])
        #expect(compare(leak, bounded).outcome == .clean)
        // A bounded growth in both reports is not listed.
        #expect(compare(bounded, bounded).leaks.isEmpty)
    }

    @Test func `A new suspect fails the comparison only if the later run fails on suspects`() {
        let new = Report.run(later).with(.found("Feed", .suspect))
        #expect(compare(.run(), new).leaks.map(\.change) == [.new])
        #expect(compare(.run(), new).outcome == .clean)
        #expect(compare(.run(), new.changed { $0.plan.failOn = .suspect }).outcome == .notClean)
    }

    @Test func `A known leak does not fail the comparison`() {
        let entry = KnownLeak(match: KnownLeakMatch(type: "App.Feed"), reason: "an old one")
        let new = Report.run(later).with(.found("Feed", known: entry))
        let comparison = compare(.run(), new, failOn: .leak)
        #expect(comparison.leaks.map(\.change) == [.new])
        #expect(comparison.leaks[0].new?.known == entry)
        #expect(comparison.outcome == .clean)
    }

    @Test func `If only one report has traces, leaks are matched by type and file`() {
        let old = Report.run().with(.found("Session", fingerprint: nil))
        let new = Report.run(later).with(
            .found("Session", objects: 4, trace: "t1"), .found("Session", objects: 5, trace: "t2"),
            .found("Buffer", tier: .heap, trace: "t3")
        ).changed { $0.heap = HeapSummary(frames: 16) }
        let comparison = compare(old, new)
        let changes = Dictionary(uniqueKeysWithValues: comparison.leaks.map { ($0.key.name, $0.change) })
        #expect(changes == ["Session": .unchanged, "Buffer": .notCompared])
        #expect(comparison.leaks.first { $0.key.name == "Session" }?.new?.objects == 9)
        #expect(comparison.notes.contains { $0.contains("The heap tier was used in the later report only") })
        #expect(comparison.outcome == .clean)
        // All that is there is what --fail-on leak is about.
        #expect(compare(old, new, failOn: .leak).outcome == .notClean)
        let back = compare(new, old)
        #expect(Set(back.leaks.map(\.change)) == [.unchanged, .notCompared])
    }

    @Test func `If both reports have traces, another holder makes another leak`() {
        let old = Report.run().with(.found("Session", trace: "t1"))
        let new = Report.run(later).with(.found("Session", trace: "t2"))
        #expect(compare(old, new).leaks.map(\.change) == [.new, .fixed])
    }

    @Test func `A leak that the earlier report did not watch is not new`() {
        let old = Report.run().changed { $0.watch = .notWatched }
        let comparison = compare(old, .run(later).with(.found("Session")))
        #expect(comparison.leaks.map(\.change) == [.notCompared])
        #expect(comparison.notes.contains { $0.contains("The registry was used in the later report only") })
    }

    @Test func `Surviving state is listed by check and subject`() {
        func state(_ start: String, _ subjects: String..., declared: Bool = false) -> Report {
            Report.run(start).changed { report in
                report.fidelity = Fidelity(
                    resets: 9, launches: 3,
                    results: [
                        FidelityResult(
                            check: .descriptors,
                            differences: subjects.map {
                                FidelityDifference(
                                    subject: $0, launched: "1", reset: start, firstCycle: 1,
                                    reason: declared ? "as it should" : nil)
                            })
                    ])
            }
        }
        let comparison = compare(state("2026", "file a", "file b"), state("2027", "file b", "file c"))
        #expect(comparison.differences.map(\.change) == [.new, .unchanged, .fixed])
        #expect(comparison.differences.map(\.subject) == ["file c", "file b", "file a"])
        #expect(comparison.failingDifferences.map(\.subject) == ["file c"])
        #expect(comparison.outcome == .notClean)
        #expect(compare(state("2026"), state("2027", "file a", declared: true)).differences.isEmpty)
        #expect(compare(.run(), state("2027", "file a")).differences.map(\.change) == [.notCompared])
        let reported = state("2027", "file a").changed { $0.plan.fidelity = .report }
        #expect(compare(state("2026"), reported).outcome == .clean)
    }

    @Test func `A change of the probe's output is one difference`() {
        let probed = Report.run().changed { $0.plan.probe = "http:/state" }
        let new = probed.changed {
            $0.startedAt = later
            $0.stateDifferences = [
                StateDifference(cycle: 1, expected: "a", actual: "b"),
                StateDifference(cycle: 2, expected: "a", actual: "c"),
            ]
        }
        let comparison = compare(probed, new)
        #expect(comparison.differences.map(\.check) == [.probe])
        #expect(comparison.differences.map(\.change) == [.new])
        #expect(comparison.outcome == .notClean)
        #expect(compare(new, probed).differences.map(\.change) == [.fixed])
    }

    @Test func `A reset whose interval lies below the gate misses it`() throws {
        let (fast, slow) = (Report.run(reset: 0.1), Report.run(later, reset: 0.15))
        let comparison = compare(fast, slow, maximumSlowdown: 1.2)
        let time = try #require(comparison.gatedTimes.first)
        #expect(time.subject == .reset)
        #expect(abs(time.ratio - 1.5) < 0.001)
        let interval = try #require(time.interval)
        #expect(interval.lower > 1.4 && interval.upper < 1.6)
        #expect(comparison.outcome == .tooSlow)
        #expect(compare(fast, slow, maximumSlowdown: 1.6).outcome == .clean)
        #expect(compare(slow, fast, maximumSlowdown: 1.2).outcome == .clean)
        #expect(compare(fast, slow).outcome == .clean)
        // Leaks come first.
        #expect(compare(fast, slow.with(.found("Session")), maximumSlowdown: 1.2).outcome == .notClean)
    }

    @Test func `A gate without an interval is missed`() {
        let (few, more) = (Report.run(pairs: 5), Report.run(later, pairs: 5))
        let comparison = compare(few, more, maximumSlowdown: 2)
        #expect(comparison.gatedTimes.map(\.interval) == [nil])
        #expect(comparison.outcome == .tooSlow)
        #expect(comparison.notes.contains { $0.contains("no interval") })
    }

    @Test func `Times of different machines or plans are never compared, and a note says why`() {
        let other = Report.run(later).changed { $0.machine.processors = 64 }
        let comparison = compare(.run(), other, maximumSlowdown: 100)
        #expect(comparison.runs.flatMap(\.times).isEmpty)
        #expect(comparison.runs[0].old != nil && comparison.runs[0].new != nil)
        #expect(comparison.notes.contains { $0.contains("they ran on different machines") })
        #expect(comparison.outcome == .tooSlow)
        let asked = Report.run(later).changed { $0.plan.work = "http:/work" }
        #expect(compare(.run(), asked).notes.contains { $0.contains("their plans differ in --work") })
        // Options that do not affect the single times do not matter.
        let longer = Report.run(later).changed { ($0.plan.soak, $0.plan.seed, $0.plan.failOn) = (500, 1, .never) }
        #expect(compare(.run(), longer).runs.flatMap(\.times).count == 2)
    }

    @Test func `Runs of merged reports are compared shard by shard for the same machine and plan`() {
        func merged(_ start: String, _ machines: Int...) -> Report {
            let runs = machines.map { machine in
                Report.run("\(start)-\(machine)").changed {
                    $0.machine.processors = machine
                    $0.analyse()
                }
            }
            return runs.dropFirst().reduce(runs[0].asMerged(summary: "")) { $0.merged(with: $1) }
        }
        let comparison = compare(merged("2026", 2, 4, 8), merged("2027", 2, 8, 16))
        let pairs = comparison.runs.map { [$0.old?.machine.processors, $0.new?.machine.processors] }
        // In the order in which the later ones began.
        #expect(pairs == [[nil, 16], [2, 2], [8, 8], [4, nil]])
        #expect(comparison.runs[1].times.map(\.subject) == [.relaunch, .reset])
        // A merged report has no samples.
        #expect(comparison.runs[1].times.allSatisfy { $0.interval == nil })
        #expect(comparison.notes.contains { $0.hasPrefix("2 runs have no counterpart of the same machine") })
    }

    @Test func `A failed later run gives no result`() {
        let failed = Report.run(later).changed { $0.failures = [Failure(.died, "it died")] }
        #expect(compare(.run(), failed, failOn: .never).outcome == .failed)
        #expect(compare(failed, .run()).outcome == .clean)
        #expect(compare(failed, .run()).notes.contains { $0.contains("may have been present before") })
    }

    @Test func `A drop in the number of resets is reported`() {
        let analysed = Report.run().changed { $0.analyse() }
        let fewer = Report.run(later, pairs: 6).changed { $0.analyse() }
        #expect(compare(analysed, fewer).notes.contains { $0.contains("fewer resets (6, before 12)") })
        #expect(!compare(fewer, analysed).notes.contains { $0.contains("fewer resets") })
    }

    @Test func `The same two reports give the same interval`() {
        let (old, new) = (Report.run(), Report.run(later, reset: 0.12))
        #expect(compare(old, new) == compare(old, new))
    }
}
