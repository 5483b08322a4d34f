import OutliveBenchmark
import OutliveModel
import Testing

/// The interval of the ratio of two medians that were not measured side by side.
@Suite struct MedianRatioIntervalTests {
    private func times(_ median: Double, count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        // Never below half, and with a tail, as times are.
        return (0..<count).map { _ in
            let noise = generator.unit() + generator.unit() + generator.unit()
            return median * (0.85 + 0.1 * noise)
        }
    }

    @Test func `The interval holds the true ratio in about 95 of 100 trials`() {
        var covered = 0
        let trials = 200
        for trial in 0..<trials {
            var generator = SplitMix64(seed: 1)
            let above = times(3, count: 12, seed: UInt64(trial))
            let below = times(2, count: 20, seed: UInt64(trial + 10_000))
            guard let interval = medianRatioInterval(of: above, over: below, resamples: 400, using: &generator) else {
                Issue.record("no interval")
                return
            }
            if interval.lower <= 1.5, interval.upper >= 1.5 { covered += 1 }
        }
        #expect(covered >= trials * 92 / 100)
        // One that is always covered would be of no use.
        #expect(covered < trials)
    }

    @Test func `There is no interval under 6 times of either side, or if a time is not above 0`() {
        var generator = SplitMix64(seed: 1)
        let (six, five) = (times(1, count: 6, seed: 1), times(1, count: 5, seed: 2))
        #expect(medianRatioInterval(of: six, over: six, using: &generator) != nil)
        #expect(medianRatioInterval(of: six, over: five, using: &generator) == nil)
        #expect(medianRatioInterval(of: five, over: six, using: &generator) == nil)
        #expect(medianRatioInterval(of: six, over: [0] + six, using: &generator) == nil)
        #expect(medianRatioInterval(of: [], over: [], using: &generator) == nil)
    }
}
