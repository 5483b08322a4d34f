import OutliveModel
import Testing

@Suite("The verdict of a series of live objects")
struct LiveSeriesTests {
    private func verdict(_ counts: [Int], warmup: Int = 2, late: Bool = false) -> Verdict? {
        LiveSeries(counts: counts, warmup: warmup, freedLate: late).verdict(lifetime: .untilReset)
    }

    @Test("is a leak when every cycle adds one")
    func growsEveryCycle() {
        #expect(verdict([1, 2, 3, 4, 5]) == .leak)
    }

    @Test("is a leak when nine of ten cycles add one")
    func growsInMostCycles() {
        #expect(verdict([1, 2, 3, 4, 5, 6, 6, 7, 8, 9]) == .leak)
    }

    @Test("is a leak when three cycles of many add one and nothing goes")
    func growsRarely() {
        #expect(verdict([0, 0, 0, 1, 1, 1, 2, 2, 2, 3]) == .leak)
    }

    @Test("is retained when two cycles of many add one")
    func growsTwice() {
        #expect(verdict([0, 0, 1, 1, 1, 2, 2, 2, 2, 2]) == .retained)
    }

    @Test("is retained when a cache of fixed size replaces its content")
    func constant() {
        #expect(verdict([8, 8, 8, 8, 8, 8]) == .retained)
    }

    @Test("is retained when the number comes back to the warm-up maximum")
    func sawtooth() {
        #expect(verdict([1, 2, 3, 4, 5, 2, 3, 4, 5, 2]) == .retained)
    }

    @Test("is retained when a store empties and fills again without passing its warm-up maximum")
    func refills() {
        #expect(verdict([5, 2, 3, 4, 5, 5, 5]) == .retained)
        #expect(verdict([5, 2, 3, 4, 3, 4, 3, 4]) == .retained)
    }

    @Test("is a leak although the number dips, when it stays above the warm-up maximum")
    func dipsAboveMaximum() {
        #expect(verdict([1, 1, 4, 3, 5, 4, 6, 5, 7]) == .leak)
    }

    @Test("is a leak although the warm-up began with a spike, once growth has passed it")
    func growsPastSpike() {
        #expect(verdict([5, 1, 2, 3, 4, 5, 6, 7, 8]) == .leak)
    }

    @Test("is retained when the growth is over with the warm-up")
    func growsInWarmup() {
        #expect(verdict([1, 2, 3, 4, 4, 4, 4], warmup: 4) == .retained)
    }

    @Test("counts the first cycle as a rise when there is no warm-up")
    func noWarmup() {
        #expect(verdict([1, 2, 3], warmup: 0) == .leak)
        #expect(verdict([1, 1, 1], warmup: 0) == .retained)
    }

    @Test(
        "is suspect under three measured cycles, however it grows",
        arguments: [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    func tooFewCycles(counts: [Int]) {
        #expect(verdict(counts) == .suspect)
    }

    @Test("is late when all went away while settling, and nothing when none was ever alive")
    func nothingSurvived() {
        #expect(verdict([0, 0, 0, 0, 0], late: true) == .late)
        #expect(verdict([0, 0, 0, 0, 0]) == nil)
        #expect(verdict([], late: true) == .late)
    }

    @Test("is not late when something survived too")
    func survivedAndLate() {
        #expect(verdict([1, 1, 1, 1, 1], late: true) == .retained)
    }

    @Test("is expected for what is declared to live with the process, even if it grows")
    func declared() {
        let series = LiveSeries(counts: [1, 2, 3, 4, 5, 6], warmup: 2)
        #expect(series.verdict(lifetime: .process(reason: "the log")) == .expected)
        #expect(LiveSeries(counts: [0, 0, 0]).verdict(lifetime: .process(reason: "the log")) == nil)
    }

    @Test("clamps the warm-up to the cycles there are", arguments: [-3, 9])
    func clampsWarmup(warmup: Int) {
        #expect((0...2).contains(LiveSeries(counts: [1, 1], warmup: warmup).warmup))
    }
}
