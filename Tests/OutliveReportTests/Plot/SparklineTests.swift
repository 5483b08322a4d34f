import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct SparklineTests {
    /// The vertical places of a polyline, from top to bottom.
    private func heights(_ line: Sparkline, _ kind: String = "spark-line") throws -> [Double] {
        let html = line.node.html
        let points = try #require(
            html.firstMatch(of: try Regex("class=\"\(kind)\" points=\"([^\"]*)\"", as: (Substring, Substring).self)))
        return points.output.1.split(separator: " ").compactMap { Double($0.split(separator: ",")[1]) }
    }

    @Test func `The height of a sparkline is in proportion to the number`() throws {
        let heights = try heights(Sparkline(counts: [0, 5, 10], name: "alive"))
        #expect(heights == [17.5, 10, 2.5])
    }

    @Test func `Slow growth of a large number looks flat`() throws {
        let heights = try heights(Sparkline(counts: [1_000, 1_001, 1_002], name: "alive"))
        #expect((heights.max() ?? 0) - (heights.min() ?? 0) < 0.1)
    }

    @Test func `The warm-up is a line of its own, which the measured line continues`() throws {
        let line = Sparkline(counts: [4, 2, 1, 1, 1], name: "alive", warmup: 2)
        #expect(try heights(line, "spark-warmup").count == 2)
        #expect(try heights(line).count == 4)
    }

    @Test func `The label has the numbers, and long series their ends`() {
        #expect(Sparkline(counts: [1, 2, 3], name: "alive by reset").words == "alive by reset: 1 2 3")
        let long = Sparkline(counts: Array(1...50), name: "alive by cycle")
        #expect(long.words == "alive by cycle: 1 2 3 4 5 6 … 47 48 49 50")
        #expect(long.node.html.contains("role=\"img\" aria-label=\"\(long.words)\""))
    }

    @Test func `A peak among many numbers stays visible`() throws {
        var counts = Array(repeating: 1, count: 10_000)
        counts[5_000] = 10
        let heights = try heights(Sparkline(counts: counts, name: "alive"))
        #expect(heights.count == 96)
        #expect(heights.min() == 2.5)
    }

    @Test(arguments: [[], [1], [1, .infinity], [1, .nan], [1, -1]] as [[Double]])
    func `Numbers that cannot be drawn have no sparkline`(values: [Double]) {
        #expect(Sparkline(values: values, words: "alive").node.isEmpty)
    }

    @Test func `Numbers that are all 0 are a line at the bottom`() throws {
        #expect(try heights(Sparkline(counts: [0, 0], name: "alive")) == [17.5, 17.5])
    }

    @Test func `A cause has a sparkline of its numbers beside the title`() throws {
        let page = try Report.leaking.page()
        let summary = try #require(page.firstMatch(of: #/<details class="finding" id="cause-1"[\s\S]*?<\/summary>/#))
        #expect(summary.output.contains("<svg class=\"spark\" role=\"img\" aria-label=\"alive by reset: 1 2 3"))
    }
}
