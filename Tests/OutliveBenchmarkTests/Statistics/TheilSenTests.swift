import OutliveBenchmark
import OutliveModel
import Testing

struct TheilSenTests {
    @Test func `The slope of a straight line is exact, with an interval of no width`() throws {
        let trend = try #require(theilSen((0..<12).map { 5 + 2 * Double($0) }))
        #expect(trend.slope == 2)
        #expect(trend.interval == Interval(lower: 2, upper: 2))
    }

    @Test func `The slope agrees with ranks worked out by hand, ties included`() throws {
        // 6 values, 15 slopes; without ties Var(S) = 6·5·17/18 = 28.33, C = 10.43, so ranks 2 and 14 of 15.
        let trend = try #require(theilSen([1, 3, 2, 5, 4, 6]))
        #expect(trend.slope == 1)
        #expect(trend.interval == Interval(lower: -1, upper: 2))
        // One tie of 2 takes 1 from the variance: C = 10.25, the same ranks.
        let tied = try #require(theilSen([1, 1, 2, 5, 4, 6]))
        #expect(tied.slope == 1)
        #expect(tied.interval == Interval(lower: 0, upper: 2))
    }

    @Test func `The slope is not moved by one outlier`() {
        var values: [Double?] = (0..<20).map { Double($0) }
        values[10] = 10_000
        #expect(theilSen(values)?.slope == 1)
    }

    @Test func `Missing values keep their place`() {
        #expect(theilSen([0, nil, nil, 3, 4, nil, 6, 7])?.slope == 1)
    }

    @Test func `There is no interval with fewer than 6 values, and no slope with fewer than 2`() {
        #expect(theilSen([]) == nil)
        #expect(theilSen([1]) == nil)
        #expect(theilSen([1, nil]) == nil)
        #expect(theilSen([1, 2, 3, 4])?.slope == 1)
        #expect(theilSen([1, 2, 3, 4, 5])?.interval == nil)
        #expect(theilSen([3, 3, 3, 3, 3])?.interval == nil)
        #expect(theilSen([1, 2, 3, 4, 5, 6])?.interval != nil)
    }

    @Test func `The interval of equal values, or of values that step up once, holds zero`() throws {
        #expect(theilSen(Array(repeating: 3, count: 30))?.interval == Interval(lower: 0, upper: 0))
        let step = Array(repeating: 3.0, count: 20) + Array(repeating: 4.0, count: 20)
        let interval = try #require(theilSen(step)?.interval)
        #expect(interval.lower <= 0)
    }

    @Test(arguments: [10, 40])
    func `The interval covers the true slope in about 95 % of runs of independent values`(count: Int) {
        #expect(covered(count: count, memory: 0) >= 460)
        #expect(covered(count: count, memory: 0) <= 497)
    }

    @Test func `The interval covers the true slope in most runs of autocorrelated values`() {
        #expect(covered(count: 40, memory: 0.6) >= 440)
    }

    /// Counts the runs, of 500, whose interval covers a slope of 0.3 if each error keeps a part of the one before.
    private func covered(count: Int, memory: Double) -> Int {
        var generator = SplitMix64(seed: 11)
        return (0..<500).count { _ in
            var error = generator.normal()
            let values: [Double?] = (0..<count).map { place in
                error = memory * error + (1 - memory * memory).squareRoot() * generator.normal()
                return 0.3 * Double(place) + error
            }
            guard let interval = theilSen(values)?.interval else { return false }
            return interval.lower <= 0.3 && 0.3 <= interval.upper
        }
    }

    @Test func `Very long series are thinned to evenly spaced values`() {
        #expect(theilSen((0..<50_000).map { 0.5 * Double($0) })?.slope == 0.5)
    }
}
