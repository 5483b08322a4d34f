import OutliveModel
import OutliveReport
import Testing

/// The formats of merged reports.
@Suite struct MergedReportTests {
    @Test func `The summary line counts the runs, with the range of their ratios`() {
        #expect(
            Report.merged.summaryLine
                == "3 runs on 2 machines: reset 7.4x to 61.7x faster than relaunch; 0 fallbacks; 1 leak; 1 suspect; "
                + "state survived in 1 run; 1 run failed")
        #expect(Report.clean.asMerged.summaryLine.hasPrefix("1 run on 1 machine: reset 7.4x faster than relaunch;"))
    }

    @Test func `Runs of which some are slower are reported as such`() {
        var slower = Report.clean
        slower.startedAt = "2027"
        slower.comparison?.ratio = 0.5
        slower.comparison?.interval = Interval(lower: 0.4, upper: 0.6)
        slower.plan.minimumSpeedup = 1
        let line = Report.clean.asMerged.merged(with: slower.asMerged).summaryLine
        #expect(line.contains("reset 2.0x slower to 7.4x faster than relaunch"))
        #expect(line.hasSuffix("1 run under the gate"))
    }

    @Test func `Each run keeps its summary line`() {
        let lines = Report.merged.shards.map(\.summary).sorted()
        #expect(lines == Report.mergedRuns.map(\.summaryLine).sorted())
    }

    @Test func `A run that was merged already keeps its summary line when it is merged again`() {
        let again = Report.merged.asMerged.merged(with: Report.merged)
        #expect(again == .merged)
    }

    @Test func `A run of cycles alone has no comparison`() {
        var soak = Report.heapLeaking
        soak.plan.reset = nil
        let line = soak.asMerged.summaryLine
        #expect(line.hasPrefix("1 run on 1 machine: 12 cycles; 0 fallbacks; "))
        #expect(!soak.asMerged.text().contains("unknown: no cycle was measured"))
    }

    @Test(arguments: ["text", "markdown", "junit", "github", "json"])
    func `Every format takes a thousand runs`(format: String) throws {
        var merged = Report.merged
        merged.shards = (0..<1_000).map { number in
            var shard = merged.shards[number % 3]
            shard.id = "run \(number)"
            return shard
        }
        let bytes = try #require(ReportFormat.named(format)).bytes(for: merged)
        #expect(bytes.count > 1_000)
    }
}
