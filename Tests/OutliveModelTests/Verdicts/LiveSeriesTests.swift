import OutliveModel
import Testing

@Suite("The verdict of a series of live objects")
struct LiveSeriesTests {
    private func verdict(_ counts: [Int], warmup: Int = 2, late: Bool = false) -> Verdict? {
        LiveSeries(counts: counts, warmup: warmup, freedLate: late).verdict(lifetime: .untilReset)
    }

    @Test func `is a leak when every cycle adds one`() {
        #expect(verdict([1, 2, 3, 4, 5]) == .leak)
    }

    @Test func `is a leak when nine of ten cycles add one`() {
        #expect(verdict([1, 2, 3, 4, 5, 6, 6, 7, 8, 9]) == .leak)
    }

    @Test func `is a leak when three cycles of many add one and nothing goes`() {
        #expect(verdict([0, 0, 0, 1, 1, 1, 2, 2, 2, 3]) == .leak)
    }

    @Test func `is retained when two cycles of many add one`() {
        #expect(verdict([0, 0, 1, 1, 1, 2, 2, 2, 2, 2]) == .retained)
    }

    @Test func `is retained when a cache of fixed size replaces its content`() {
        #expect(verdict([8, 8, 8, 8, 8, 8]) == .retained)
    }

    @Test func `is retained when the number comes back to the warm-up maximum`() {
        #expect(verdict([1, 2, 3, 4, 5, 2, 3, 4, 5, 2]) == .retained)
    }

    @Test func `is retained when a store empties and fills again without passing its warm-up maximum`() {
        #expect(verdict([5, 2, 3, 4, 5, 5, 5]) == .retained)
        #expect(verdict([5, 2, 3, 4, 3, 4, 3, 4]) == .retained)
    }

    @Test func `is a leak although the number dips, when it stays above the warm-up maximum`() {
        #expect(verdict([1, 1, 4, 3, 5, 4, 6, 5, 7]) == .leak)
    }

    @Test func `is a leak although the warm-up began with a spike, once growth has passed it`() {
        #expect(verdict([5, 1, 2, 3, 4, 5, 6, 7, 8]) == .leak)
    }

    @Test func `is retained when the growth is over with the warm-up`() {
        #expect(verdict([1, 2, 3, 4, 4, 4, 4], warmup: 4) == .retained)
    }

    @Test func `counts the first cycle as a rise when there is no warm-up`() {
        #expect(verdict([1, 2, 3], warmup: 0) == .leak)
        #expect(verdict([1, 1, 1], warmup: 0) == .retained)
    }

    @Test(arguments: [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    func `is suspect under three measured cycles, however it grows`(counts: [Int]) {
        #expect(verdict(counts) == .suspect)
    }

    @Test func `is late when all went away while settling, and nothing when none was ever alive`() {
        #expect(verdict([0, 0, 0, 0, 0], late: true) == .late)
        #expect(verdict([0, 0, 0, 0, 0]) == nil)
        #expect(verdict([], late: true) == .late)
    }

    @Test func `is not late when something survived too`() {
        #expect(verdict([1, 1, 1, 1, 1], late: true) == .retained)
    }

    @Test func `is expected for what is declared to live with the process, even if it grows`() {
        let series = LiveSeries(counts: [1, 2, 3, 4, 5, 6], warmup: 2)
        #expect(series.verdict(lifetime: .process(reason: "the log")) == .expected)
        #expect(LiveSeries(counts: [0, 0, 0]).verdict(lifetime: .process(reason: "the log")) == nil)
    }

    @Test(arguments: [-3, 9])
    func `clamps the warm-up to the cycles there are`(warmup: Int) {
        #expect((0...2).contains(LiveSeries(counts: [1, 1], warmup: warmup).warmup))
    }
}
