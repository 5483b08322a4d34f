import OutliveModel
import Testing

@testable import OutliveReport

/// The parts of a run of arms that show how its times are distributed, and how they drift.
@Suite struct BenchPageTests {
    private static var measured: Report {
        var report = Report.measured
        report.comparison = report.comparison.map { comparison in
            var comparison = comparison
            comparison.arms[0].total.interval = Interval(lower: 0.6902, upper: 0.7121)
            comparison.arms[1].total.interval = Interval(lower: 0.0931, upper: 0.0952)
            return comparison
        }
        for index in report.samples.indices { report.samples[index].processorSeconds = 0.25 }
        return report
    }

    @Test func `The distribution has the interval of each arm, percentiles and processor time`() throws {
        let report = Self.measured
        let table = try #require(DistributionTable(report.runs[0], report.samples))
        // Of 20 samples the 99th percentile would be the greatest.
        #expect(table.heading == ["median, 95 % CI", "p25", "p75", "p90", "p95", "processor"])
        #expect(table.rows.map(\.label) == ["relaunch", "reset"])
        #expect(table.rows.map { $0.cells[0] } == ["690 to 712 ms", "93.1 to 95.2 ms"])
        #expect(table.rows.map { $0.cells[5] } == ["250 ms", "250 ms"])
        let page = try report.page()
        #expect(page.contains("median, 95 % CI") && page.contains("690 to 712 ms"))
    }

    @Test func `A percentile is a measured value, and not the greatest`() {
        let values = (1...100).map(Double.init)
        #expect(percentile(99, ofSorted: values) == 99)
        #expect(percentile(99, ofSorted: values.dropLast()) == nil)
        #expect(percentile(95, ofSorted: Array(values.prefix(20))) == 19)
        #expect(percentile(95, ofSorted: Array(values.prefix(19))) == nil)
        #expect(percentile(25, ofSorted: Array(values.prefix(4))) == 1)
        #expect(percentile(50, ofSorted: []) == nil)
    }

    @Test(arguments: [60, 80, 200])
    func `The distribution fits a terminal, and none of its figures is lost`(width: Int) throws {
        let report = Self.measured
        let text = report.text(TextStyle(width: width))
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let table = try #require(DistributionTable(report.runs[0], report.samples))
        for cell in table.rows.flatMap(\.cells) { #expect(words.contains(cell), "\(cell): \(text)") }
        #expect(text.split(separator: "\n").dropLast().allSatisfy { columns(of: $0) <= width })
    }

    @Test func `A merged report has no distribution, as it has no samples`() {
        let merged = Self.measured.asMerged
        #expect(DistributionTable(merged.shards[0], merged.samples) == nil)
        #expect(!merged.text().contains("Distribution"))
    }

    @Test func `Samples stand in the order of the run, and drift is a step between the halves`() throws {
        var report = Report.clean
        report.samples = (0..<40).map { order in
            Sample(
                arm: order.isMultiple(of: 2) ? .launch : .reset, order: order, pair: order / 2,
                seconds: order.isMultiple(of: 2) ? 0.7 : order < 20 ? 0.1 : 0.11)
        }
        let document = try PlotDocument(Presentation(report).samplePlot)
        #expect(document.misplaced == [])
        #expect(
            document.all(kind: "plot-conclusion").map(\.text) == [
                "700 ms, then 700 ms: 0.0 %", "100 ms, then 110 ms: +10.0 %",
            ])
        let places = document.all(kind: "plot-measured").compactMap { Double($0.attributes["cx"] ?? "") }
        // 20 of each arm, and the mark of the legend.
        #expect(places.count == 41)
        #expect(Array(places.prefix(20)) == places.prefix(20).sorted())
    }

    @Test func `A few samples have no order to look at`() {
        var report = Report.clean
        report.samples = (0..<10).map { Sample(arm: .reset, order: $0, pair: $0, seconds: 0.1) }
        #expect(Presentation(report).samplePlot != nil)
        report.samples.removeLast(5)
        #expect(Presentation(report).samplePlot == nil)
    }

    @Test func `Thousands of samples make a small plot, in which every failed reset is drawn`() throws {
        var report = Report.clean
        report.samples = (0..<20_000).map { order in
            Sample(
                arm: .reset, order: order, pair: order, seconds: order == 7_001 ? 0.8 : 0.1, fellBack: order == 7_001)
        }
        let document = try PlotDocument(Presentation(report).samplePlot)
        #expect(document.all("circle").count < 500)
        #expect(document.all("title").contains { $0.text == "sample 7002: 800 ms, fell back to a relaunch" })
    }

    @Test func `A change of times against an earlier run is drawn with its interval`() throws {
        let comparison = ComparisonReportTests.everything
        let page = try Report.leaking.page(comparison: comparison)
        #expect(HTMLChecker(page).complaints == [])
        #expect(page.contains("<figcaption>Times against the earlier run</figcaption>"))
        // 1.39 times as long is 1.39 times slower.
        #expect(page.contains("1.4x slower, 95 % CI 1.3-1.5"))
    }
}
