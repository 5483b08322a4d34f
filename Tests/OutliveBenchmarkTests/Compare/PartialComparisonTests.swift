import OutliveBenchmark
import Testing

@testable import OutliveModel

/// Comparisons of runs that checked different things or ended early, and failures other than leaks.
@Suite struct PartialComparisonTests {
    private func compare(
        _ old: Report, _ new: Report, failOn: ComparisonPolicy.FailOn = .new
    ) -> ReportComparison {
        ReportComparison(
            from: (old, old.facts), to: (new, new.facts), policy: ComparisonPolicy(failOn: failOn), toolVersion: "0.1.0"
        )
    }

    private let later = "2026-01-02T00:00:00Z"

    private func blind(_ start: String = "2026-01-01T00:00:00Z", _ objects: Int = 5) -> Report {
        Report.run(start).with(.found("Session", objects: objects))
    }

    private func seeing(_ start: String = "2026-01-01T00:00:00Z", _ traces: String...) -> Report {
        Report.run(start).changed { report in
            report.heap = HeapSummary(frames: 16)
            report.findings = traces.map { .found("Session", trace: $0) }
        }
    }

    @Test func `A run without traces beside one with them invents no leak, on either side`() {
        let both = blind().merged(with: seeing("2026-01-01T01:00:00Z", "t1"))
        let sides = [both, blind(later), seeing(later, "t1"), blind(later, 9).merged(with: seeing("2026-01-03", "t1"))]
        for old in sides {
            for new in sides {
                let comparison = compare(old, new)
                #expect(comparison.leaks.map(\.change) == [.unchanged])
                #expect(comparison.outcome == .clean)
            }
        }
    }

    @Test func `Another holder is new if the runs before had traces, whatever the later ones have`() {
        let new = blind(later).merged(with: seeing("2026-01-03", "t2"))
        let changes = compare(seeing("2026-01-01", "t1"), new).leaks.map(\.change)
        #expect(changes == [.new, .unchanged])
        // Beside a run without traces the change is unknown.
        #expect(compare(blind().merged(with: seeing("2026-01-01", "t1")), new).leaks.map(\.change) == [.unchanged])
    }

    @Test func `A leak of the heap tier is compared with the run of its own kind`() {
        func on(_ processors: Int, _ start: String, heap: Bool, leaks: Bool = false) -> Report {
            Report.run(start).changed {
                $0.machine.processors = processors
                if heap { $0.heap = HeapSummary(frames: 16) }
                if leaks { $0.findings = [.found("Buffer", tier: .heap)] }
            }
        }
        let old = on(2, "2026-01-01", heap: true).merged(with: on(8, "2026-01-02", heap: false))
        let new = on(2, "2026-02-01", heap: true).merged(with: on(8, "2026-02-02", heap: true, leaks: true))
        #expect(compare(old, new).leaks.map(\.change) == [.notCompared])
        #expect(compare(new, old).leaks.map(\.change) == [.notCompared])
        let leaking = on(2, "2026-02-01", heap: true, leaks: true).merged(with: on(8, "2026-02-02", heap: true))
        #expect(compare(old, leaking).leaks.map(\.change) == [.new])
        #expect(compare(leaking, old).leaks.map(\.change) == [.fixed])
    }

    @Test func `An interrupted later run ends the comparison so, and fixes nothing`() {
        let old = blind().changed {
            $0.plan.probe = "http:/state"
            $0.stateDifferences = [StateDifference(cycle: 1, expected: "a", actual: "b")]
        }
        let cut = Report.run(later).changed {
            $0.plan.probe = "http:/state"
            $0.interrupted = true
            $0.analyse()
        }
        for new in [cut, cut.merged(with: Report.run("2026-01-03"))] {
            let comparison = compare(old, new)
            #expect(comparison.leaks.map(\.change) == [.notCompared])
            #expect(comparison.differences.map(\.change) == [.notCompared])
            #expect(comparison.outcome == .interrupted)
            #expect(comparison.notes.contains { $0.contains("may still be present") })
        }
        #expect(compare(.run(), cut.with(.found("Timer"))).outcome == .notClean)
        #expect(compare(cut, .run()).outcome == .clean)
    }

    @Test func `A later run interrupted before any measurement has no result`() {
        let cut = Report.run(later, pairs: 0).changed { $0.interrupted = true }
        #expect(compare(.run(), cut).outcome == .failed)
        #expect(compare(.run(), cut).failures.map(\.message) == ["it was interrupted before anything was measured"])
    }

    @Test func `A leak that is no longer accepted is worse`() {
        let entry = KnownLeak(match: KnownLeakMatch(type: "App.Session"), reason: "an old one")
        let accepted = Report.run().with(.found("Session", known: entry))
        #expect(compare(accepted, blind(later)).leaks.map(\.change) == [.worse])
        #expect(compare(accepted, blind(later)).outcome == .notClean)
        #expect(compare(blind(later), accepted).leaks.map(\.change) == [.better])
    }

    @Test func `New growth that fails the later run fails the comparison`() {
        func grown(_ start: String, _ grows: Bool) -> Report {
            Report.run(start).changed {
                $0.plan.growth = .fail
                $0.slopes = [
                    Slope(
                        metric: .residentBytes, perCycle: 9_000,
                        interval: Interval(lower: grows ? 8_000 : -1, upper: 9_999),
                        minimumEffect: 1, cycles: 20)
                ]
            }
        }
        let (flat, grows) = (grown("2026-01-01", false), grown(later, true))
        #expect(grows.outcome == .notClean && flat.outcome == .clean)
        #expect(compare(flat, grows).growth.map(\.change) == [.new])
        #expect(compare(flat, grows).outcome == .notClean)
        #expect(compare(grows, grows).outcome == .clean)
        #expect(compare(grows, grows, failOn: .leak).outcome == .notClean)
        #expect(compare(grows, flat).growth.map(\.change) == [.fixed])
        #expect(compare(grows, flat.changed { $0.interrupted = true }).growth.map(\.change) == [.notCompared])
    }

    @Test func `A known leak that has expired since fails the comparison`() {
        let entry = KnownLeak(match: KnownLeakMatch(type: "App.Session"), reason: "an old one", line: 3)
        func expired(_ start: String, line: Int) -> Report {
            Report.run(start).changed {
                var entry = entry
                entry.line = line
                $0.known = KnownLeaksReview(file: "outlive.known.yml", entries: 1, expired: [entry])
            }
        }
        let comparison = compare(.run(), expired(later, line: 3))
        #expect(comparison.expired.map(\.change) == [.new])
        #expect(comparison.outcome == .notClean)
        #expect(compare(.run(), expired(later, line: 3), failOn: .never).outcome == .clean)
        #expect(compare(expired("2026", line: 3), expired(later, line: 9)).outcome == .clean)
    }
}
