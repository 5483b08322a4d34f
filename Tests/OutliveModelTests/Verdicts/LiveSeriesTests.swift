import OutliveModel
import Testing

struct LiveSeriesTests {
    private func verdict(_ counts: [Int], warmup: Int = 2, late: Bool = false) -> Verdict? {
        LiveSeries(counts: counts, warmup: warmup, freedLate: late).verdict(lifetime: .untilReset)
    }

    @Test func `An object more in every cycle is a leak`() {
        #expect(verdict([1, 2, 3, 4, 5]) == .leak)
    }

    @Test func `An object more in nine of ten cycles is a leak`() {
        #expect(verdict([1, 2, 3, 4, 5, 6, 6, 7, 8, 9]) == .leak)
    }

    @Test func `Three objects more in many cycles, and none fewer, are a leak`() {
        #expect(verdict([0, 0, 0, 1, 1, 1, 2, 2, 2, 3]) == .leak)
    }

    @Test func `A store that fills after the warm-up and stays full is retained`() {
        let filled = [0, 0, 1, 2, 3] + Array(repeating: 3, count: 45)
        #expect(verdict(filled) == .retained)
        #expect(LiveSeries(counts: filled, warmup: 2).verdict(lifetime: .untilReset, toTheEnd: false) == .leak)
        // Eight measured cycles are too few to show that growth has ended, and nine are enough.
        #expect(verdict([0, 0, 1, 2, 3, 3, 3, 3, 3, 3]) == .leak)
        #expect(verdict([0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3]) == .retained)
    }

    @Test func `Growth that continues in the last third of many cycles is a leak`() {
        #expect(verdict([0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 4]) == .leak)
        #expect(verdict([0, 0] + (1...48).map { $0 / 16 }) == .leak)
    }

    @Test func `Two objects more in many cycles are retained`() {
        #expect(verdict([0, 0, 1, 1, 1, 2, 2, 2, 2, 2]) == .retained)
    }

    @Test func `A cache of fixed size that replaces its content is retained`() {
        #expect(verdict([8, 8, 8, 8, 8, 8]) == .retained)
    }

    @Test func `A number that returns to the warm-up maximum is retained`() {
        #expect(verdict([1, 2, 3, 4, 5, 2, 3, 4, 5, 2]) == .retained)
    }

    @Test func `A store that empties and fills again within its warm-up maximum is retained`() {
        #expect(verdict([5, 2, 3, 4, 5, 5, 5]) == .retained)
        #expect(verdict([5, 2, 3, 4, 3, 4, 3, 4]) == .retained)
    }

    @Test func `A number that dips but stays above the warm-up maximum is a leak`() {
        #expect(verdict([1, 1, 4, 3, 5, 4, 6, 5, 7]) == .leak)
    }

    @Test func `Growth beyond a spike in the warm-up is a leak`() {
        #expect(verdict([5, 1, 2, 3, 4, 5, 6, 7, 8]) == .leak)
    }

    @Test func `Growth that is over with the warm-up is retained`() {
        #expect(verdict([1, 2, 3, 4, 4, 4, 4], warmup: 4) == .retained)
    }

    @Test func `Without warm-up the first cycle counts as a rise`() {
        #expect(verdict([1, 2, 3], warmup: 0) == .leak)
        #expect(verdict([1, 1, 1], warmup: 0) == .retained)
    }

    @Test(arguments: [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    func `Under three measured cycles any growth is suspect`(counts: [Int]) {
        #expect(verdict(counts) == .suspect)
    }

    @Test func `Objects released while settling are late, and without objects there is no verdict`() {
        #expect(verdict([0, 0, 0, 0, 0], late: true) == .late)
        #expect(verdict([0, 0, 0, 0, 0]) == nil)
        #expect(verdict([], late: true) == .late)
    }

    @Test func `A survivor beside late objects is not late`() {
        #expect(verdict([1, 1, 1, 1, 1], late: true) == .retained)
    }

    @Test func `A component declared to live with the process is expected, even if it grows`() {
        let series = LiveSeries(counts: [1, 2, 3, 4, 5, 6], warmup: 2)
        #expect(series.verdict(lifetime: .process(reason: "the log")) == .expected)
        #expect(LiveSeries(counts: [0, 0, 0]).verdict(lifetime: .process(reason: "the log")) == nil)
    }

    @Test(arguments: [-3, 9])
    func `The warm-up has at most all cycles`(warmup: Int) {
        #expect((0...2).contains(LiveSeries(counts: [1, 1], warmup: warmup).warmup))
    }
}
