import OutliveBenchmark
import OutliveModel
import Testing

struct RatioIntervalTests {
    /// Pairs with a known ratio of 4 on a machine that slows down steadily, in random order within each pair.
    private func pairs(
        _ count: Int, drift: Double, using generator: inout SplitMix64
    ) -> [(launch: Double, reset: Double)] {
        (0..<count).map { pair in
            let launchFirst = generator.coin()
            func time(_ seconds: Double, place: Int) -> Double {
                seconds * (1 + drift * Double(place) / Double(2 * count - 1)) * generator.heavyTailed()
            }
            let launch = time(4, place: 2 * pair + (launchFirst ? 0 : 1))
            return (launch: launch, reset: time(1, place: 2 * pair + (launchFirst ? 1 : 0)))
        }
    }

    @Test(arguments: [6, 20])
    func `The interval covers the truth in 93 % of runs under 30 % drift, from 6 pairs up`(count: Int) {
        var generator = SplitMix64(seed: 2026)
        let runs = 200
        let covered = (0..<runs).count { _ in
            let pairs = pairs(count, drift: 0.3, using: &generator)
            guard let interval = ratioInterval(of: pairs, resamples: 500, using: &generator) else { return false }
            return interval.lower <= 4 && 4 <= interval.upper
        }
        #expect(covered >= runs * 93 / 100)
    }

    @Test func `The interval gets narrower with more pairs`() throws {
        var generator = SplitMix64(seed: 7)
        let widths = try [8, 32, 128].map { count in
            let pairs = pairs(count, drift: 0, using: &generator)
            let interval = try #require(ratioInterval(of: pairs, using: &generator))
            return interval.upper - interval.lower
        }
        #expect(widths == widths.sorted(by: >))
    }

    @Test func `The interval is the same for the same seed`() {
        var generator = SplitMix64(seed: 3)
        let pairs = pairs(10, drift: 0.1, using: &generator)
        var (one, other) = (SplitMix64(seed: 9), SplitMix64(seed: 9))
        #expect(ratioInterval(of: pairs, using: &one) == ratioInterval(of: pairs, using: &other))
    }

    @Test func `There is no interval under 6 pairs, or for times that are not above 0`() {
        var generator = SplitMix64(seed: 3)
        let pair = (launch: 4.0, reset: 1.0)
        #expect(ratioInterval(of: Array(repeating: pair, count: 5), using: &generator) == nil)
        #expect(ratioInterval(of: Array(repeating: pair, count: 6), using: &generator) == Interval(lower: 4, upper: 4))
        let broken = Array(repeating: pair, count: 6) + [(launch: 4.0, reset: 0.0)]
        #expect(ratioInterval(of: broken, using: &generator) == nil)
    }
}
