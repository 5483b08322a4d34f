import Foundation
import OutliveReport
import Testing

@testable import OutliveModel

/// The presentation of a comparison.
@Suite struct ComparisonReportTests {
    /// A comparison with changes of all kinds.
    static var everything: ReportComparison {
        let old = Report.leaking.asMerged.shards[0]
        var new = old
        new.comparison?.ratio = 5.4
        new.comparison?.interval = Interval(lower: 5.2, upper: 5.6)
        new.outcome = .notClean
        var comparison = ReportComparison(
            toolVersion: "0.1.0", policy: ComparisonPolicy(maximumSlowdown: 1.2),
            old: ComparedReport(Report.clean, name: "main.json"),
            new: ComparedReport(Report.leaking, name: "pull | request.json"))
        func key(_ name: String, line: Int) -> ComponentKey {
            .named(name, type: "NoteService.\(name)", line: line)
        }
        let leak = ReportedLeak(verdict: .leak, objects: 72, fails: true)
        let known = KnownLeak(match: KnownLeakMatch(type: "NoteService.Old"), reason: "mended with <the new> store")
        comparison.leaks = [
            ComparedLeak(
                change: .new, tier: .registry, key: key("Session", line: 88), fingerprint: "6f1c3a",
                culprit: "Session.onEvent", new: leak),
            ComparedLeak(
                change: .new, tier: .heap, key: key("Content", line: 3), fingerprint: "6f1c3b",
                new: ReportedLeak(verdict: .leak, objects: 3, unit: .blocks, fails: true)),
            ComparedLeak(
                change: .worse, tier: .registry, key: key("Feed", line: 12), fingerprint: "0a",
                old: ReportedLeak(verdict: .suspect, objects: 1, fails: false), new: leak),
            ComparedLeak(
                change: .unchanged, tier: .registry, key: key("Timer", line: 3), fingerprint: "0b", old: leak, new: leak
            ),
            ComparedLeak(
                change: .unchanged, tier: .registry, key: key("Old", line: 4), fingerprint: "0c", old: leak,
                new: ReportedLeak(verdict: .leak, objects: 3, fails: false, known: known)),
            ComparedLeak(
                change: .fixed, tier: .registry, key: key("\u{1B}[31mCache", line: 40), fingerprint: "0d", old: leak),
            ComparedLeak(
                change: .notCompared, tier: .heap, key: key("Buffer", line: 5), fingerprint: "0e", new: leak),
        ]
        comparison.differences = [
            ComparedDifference(change: .new, check: .descriptors, subject: "file /var/log/app.log", fails: true),
            ComparedDifference(change: .fixed, check: .probe, subject: "", fails: false),
        ]
        comparison.runs = [
            ComparedRuns(
                old: old, new: new,
                times: [
                    TimeChange(
                        subject: .relaunch, old: 0.701, new: 0.712, ratio: 1.0157,
                        interval: Interval(lower: 0.99, upper: 1.04)),
                    TimeChange(
                        subject: .reset, old: 0.0947, new: 0.1312, ratio: 1.3854,
                        interval: Interval(lower: 1.301, upper: 1.452)),
                    TimeChange(subject: .soak, old: 0.0945, new: 0.1, ratio: 1.058, interval: nil),
                ])
        ]
        comparison.allocations = [.routing]
        comparison.notes = ["The heap tier was used in the later report only: its findings there are not compared."]
        return comparison
    }

    /// A comparison of two builds, with differences of all kinds.
    static var builds: ReportComparison {
        var comparison = everything
        (comparison.old.name, comparison.old.build) = ("old", "/builds/main/app")
        (comparison.new.name, comparison.new.build) = ("new", "/builds/branch/app")
        (comparison.policy.maximumSlowdown, comparison.notes) = (nil, [])
        func time(_ subject: Arm, _ ratio: Double) -> TimeChange {
            TimeChange(
                subject: subject, old: 0.05, new: 0.05 * ratio, ratio: ratio,
                interval: Interval(lower: ratio - 0.04, upper: ratio + 0.04))
        }
        comparison.runs[0].times = [time(.soak, 1.02), time(.work, 1.3), time(.workProcessor, 0.8)]
        let run = comparison.runs[0].old
        comparison.control = ComparisonControl(
            report: ComparedReport(Report.clean, name: "control"), run: run,
            times: [time(.soak, 0.99), time(.work, 1.1), time(.workProcessor, 1)],
            levels: [
                LevelChange(
                    metric: .residentBytes, old: 30_000_000, new: 50_000_000, control: 30_100_000, isDifference: true),
                LevelChange(metric: .threads, old: 4, new: 5, control: 4, isDifference: false),
            ], refuted: 1, refutedAllocations: 2)
        comparison.control?.report.build = "/builds/main/app"
        return comparison
    }

    @Test(arguments: [(ComparisonFormat.text, "text.txt"), (.markdown, "markdown.md"), (.json, "json")])
    func `A comparison of builds equals its golden file`(format: ComparisonFormat, file: String) throws {
        try GoldenFile(path: "Compare/builds.\(file)").expect(text(format, Self.builds))
    }

    @Test func `The JSON of a comparison of builds can be read back`() throws {
        let again = try JSONDecoder().decode(
            ReportComparison.self, from: Data(try ComparisonFormat.json.bytes(for: Self.builds)))
        #expect(again == Self.builds)
    }

    @Test func `A comparison of builds names the times and levels that differ, and the page has the control`() throws {
        let comparison = Self.builds
        #expect(
            comparison.summaryLine.hasSuffix(
                "; work of a cycle 1.30x, 95 % CI 1.26-1.34; processor time of work 0.80x, 95 % CI 0.76-0.84; "
                    + "resident memory 30.0 MB -> 50.0 MB"))
        let page = try Report.leaking.page(comparison: comparison)
        #expect(page.contains("Changes from build old to build new"))
        #expect(page.contains("1 change and 2 changed sites") || page.contains("1 change and 2 changed site"))
        #expect(page.contains("/builds/branch/app") && page.contains("30.1 MB"))
        var failed = comparison
        failed.failures = [Failure(.died, "old: it died")]
        #expect(failed.summaryLine == "no result: a run failed: old: it died")
    }

    private func text(_ format: ComparisonFormat, _ comparison: ReportComparison = Self.everything) throws -> String {
        String(decoding: try format.bytes(for: comparison), as: UTF8.self)
    }

    @Test(arguments: [(ComparisonFormat.text, "text.txt"), (.markdown, "markdown.md"), (.json, "json")])
    func `A comparison equals its golden file`(format: ComparisonFormat, file: String) throws {
        try GoldenFile(path: "Compare/comparison.\(file)").expect(text(format))
    }

    @Test func `The JSON of a comparison can be read back`() throws {
        let again = try JSONDecoder().decode(
            ReportComparison.self, from: Data(try ComparisonFormat.json.bytes(for: Self.everything)))
        #expect(again == Self.everything)
    }

    @Test func `No line but the last is wider than 80 columns, and no control character is shown`() throws {
        let lines = try text(.text).split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.dropLast(2) { #expect(line.count <= 80, "\(line)") }
        for format in [ComparisonFormat.text, .markdown] {
            let shown = try text(format)
            #expect(!shown.contains("\u{1B}"))
        }
        let plain = String(
            decoding: try ComparisonFormat.text.bytes(for: Self.everything, style: TextStyle(unicode: false)),
            as: UTF8.self)
        #expect(plain.utf8.count == plain.unicodeScalars.count)
    }

    @Test func `The summary counts causes by what became of them`() {
        #expect(
            Self.everything.summaryLine.contains("leaks: 2 new, 1 worse, 1 unchanged, 1 fixed, 1 not compared, 1 known")
        )
    }

    @Test func `Without new findings the headline says so`() throws {
        var comparison = Self.everything
        (comparison.leaks, comparison.differences, comparison.policy.maximumSlowdown) = ([], [], nil)
        #expect(comparison.outcome == .clean)
        let allocations = "41 -> 43 allocations per cycle, 2.62 kB -> 2.75 kB"
        #expect(
            comparison.summaryLine
                == "leaks: none; \(allocations); reset takes 1.39x as long, 95 % CI 1.30-1.45")
        #expect(try text(.markdown, comparison).hasPrefix("## ✅ Outlive: nothing new\n"))
    }

    @Test func `A later run that failed has no result`() throws {
        var comparison = Self.everything
        comparison.failures = [Failure(.died, "it died:\nsee its log")]
        #expect(comparison.outcome == .failed)
        #expect(comparison.summaryLine == "no result: the later run failed: it died: see its log")
        #expect(try text(.text, comparison).contains("1 failure\n  the application died: it died: see its log"))
    }

    @Test func `With several arms the slowest is named, and a reference called relaunch is no reset`() {
        var comparison = Self.everything
        (comparison.leaks, comparison.differences, comparison.allocations) = ([], [], nil)
        comparison.policy.maximumSlowdown = 1.2
        var run = comparison.runs[0].new
        let spare = Arm(rawValue: "spare")
        run?.plan.arms = [
            PlannedArm(name: .relaunch, trigger: PlannedArm.relaunchTrigger),
            PlannedArm(name: .reset, trigger: "signal:HUP"), PlannedArm(name: spare, trigger: "spare"),
        ]
        func change(_ arm: Arm, _ ratio: Double) -> TimeChange {
            TimeChange(
                subject: arm, old: 1, new: ratio, ratio: ratio,
                interval: Interval(lower: ratio - 0.1, upper: ratio + 0.1))
        }
        comparison.runs = [
            ComparedRuns(old: run, new: run, times: [change(.relaunch, 1.4), change(.reset, 0.9), change(spare, 1.17)])
        ]
        #expect(comparison.gatedTimes.map(\.subject) == [.reset, spare] && !comparison.missesGate)
        #expect(
            comparison.summaryLine
                == "leaks: none; spare takes 1.17x as long, 95 % CI 1.07-1.27, the most of 2 arms")
    }

    @Test func `A gate states its factor and whether it was reached`() throws {
        var comparison = Self.everything
        #expect(comparison.missesGate)
        #expect(try text(.text).contains("more than 1.2x as long: missed"))
        comparison.policy.maximumSlowdown = 1.5
        #expect(!comparison.missesGate)
        #expect(try text(.text, comparison).contains("more than 1.5x as long: passed"))
        comparison.runs = []
        #expect(comparison.missesGate)
        #expect(try text(.markdown, comparison).contains("cannot be judged, and so missed: no two runs"))
        #expect(
            comparison.summaryLine.hasSuffix(
                "the gate of 1.5x cannot be judged: no two runs are of the same machine and plan"))
    }

    @Test func `Columns of wide cells are separated by two blanks, or below each other`() throws {
        var comparison = Self.everything
        let width = { (lines: [Substring]) in lines.map(\.count).max() ?? 0 }
        comparison.runs[0].old?.comparison?.ratio = 61.668
        comparison.runs[0].old?.comparison?.interval = Interval(lower: 60.1, upper: 63.2)
        comparison.runs[0].new?.comparison?.ratio = 22.73
        comparison.runs[0].new?.comparison?.interval = Interval(lower: 14.71, upper: 42.63)
        let times = comparison.runs[0].times
        comparison.runs[0].times = []
        let wide = try text(.text, comparison)
        #expect(wide.contains("  61.7x faster, 60.1-63.2  22.7x faster, 14.7-42.6"))
        #expect(width(wide.split(separator: "\n").dropLast(2)) <= 80)
        comparison.runs[0].times = times
        let stacked = try text(.text, comparison)
        #expect(stacked.contains("  speed-up\n    then: 61.7x faster, 60.1-63.2\n    now: 22.7x faster, 14.7-42.6"))
        #expect(width(stacked.split(separator: "\n").dropLast(2)) <= 80)
    }

    @Test func `Growth, expired entries and an interrupt of the later run are stated`() throws {
        var comparison = Self.everything
        (comparison.leaks, comparison.differences, comparison.policy.maximumSlowdown) = ([], [], nil)
        comparison.new.interrupted = true
        #expect(comparison.outcome == .interrupted)
        #expect(comparison.summaryLine.hasSuffix("; the later run was interrupted"))
        comparison.growth = [ComparedGrowth(change: .new, metric: .residentBytes, fails: true)]
        comparison.expired = [
            ComparedExpiry(
                change: .new, entry: KnownLeak(match: KnownLeakMatch(type: "App.Old"), reason: "mended <soon>"))
        ]
        #expect(comparison.outcome == .notClean)
        let shown = try text(.text, comparison)
        #expect(shown.contains("Growth over the soaks\n  new           resident memory\n"))
        #expect(shown.contains("Expired known leaks\n  new: known leak App.Old: mended <soon>\n"))
        #expect(try text(.markdown, comparison).contains("| **new** | resident memory |"))
        #expect(comparison.summaryLine.contains("growth: resident memory new; 1 known leak expired, 1 failing; "))
    }
}
