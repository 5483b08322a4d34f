package import OutliveModel
internal import OutliveSupport

/// The bound z such that 95 % of a standard normal distribution lie between -z and z.
let normalQuantile95 = 1.959964

let minimumPairsForInterval = 6

/// Returns the paired bootstrap percentile interval, at 95 %, of median launch divided by median reset.
///
/// It is the interval of `blockRatioIntervals` for two arms.
///
/// - Parameter pairs: the times, in seconds, of a relaunch and a reset that were measured side by side.
/// - Returns: the interval, or `nil` with fewer than 6 pairs or a time not above 0.
package func ratioInterval(
    of pairs: [(launch: Double, reset: Double)], resamples: Int = 4000, using generator: inout SplitMix64
) -> Interval? {
    blockRatioIntervals(
        of: [pairs.map(\.launch), pairs.map(\.reset)], ratios: [(0, 1)], resamples: resamples, using: &generator)[0]
}

/// Returns the bootstrap percentile intervals of ratios of medians that hold together at 95 %.
///
/// Whole blocks are drawn with replacement, so that influences on all times of a block, such as a machine that warms
/// up, cancel out. With m ratios, each has the level 1 - 0.05 / m (Bonferroni), so that the probability that any misses
/// its truth is at most 5 %. The spread of a bootstrap is too small by the factor √((n - 1) / n), so the percentiles
/// are taken further out by that factor. Simulated with 0 and 30 % drift, with normal and with heavy-tailed noise, the
/// interval of two arms covers the truth in 94 % (6 pairs) to 99 % of 4000 runs.
/// Sources: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13; Hesterberg, "What teachers
/// should know about the bootstrap", 2015, on narrowness bias; Dunn, "Multiple comparisons among means", 1961.
///
/// - Parameters:
///   - times: the times of each arm, of the same number of blocks.
///   - ratios: the indices of the arms of each ratio, numerator first.
///   - resamples: the number of resamples, twice as many for several ratios, whose tails are short.
/// - Returns: an interval for each ratio, or `nil` with fewer than 6 blocks or a time not above 0.
/// - Complexity: O(resamples * (ratios + arms * blocks)).
package func blockRatioIntervals(
    of times: [[Double]], ratios: [(above: Int, below: Int)], resamples: Int = 4000,
    using generator: inout SplitMix64
) -> [Interval?] {
    let blocks = times.first?.count ?? 0
    guard blocks >= minimumPairsForInterval, !ratios.isEmpty else { return ratios.map { _ in nil } }
    let arms = times.map(Resample.init)
    var drawn: [[Double]] = Array(repeating: [], count: ratios.count)
    for _ in 0..<(ratios.count > 1 ? 2 * resamples : resamples) {
        let counts = draws(of: blocks, using: &generator)
        let medians = arms.map { $0.median(drawn: counts) }
        for (index, ratio) in ratios.enumerated() {
            drawn[index].append(medians[ratio.above] / medians[ratio.below])
        }
    }
    return zip(ratios, drawn).map { ratio, values in
        guard (times[ratio.above] + times[ratio.below]).allSatisfy({ $0 > 0 }) else { return nil }
        return interval(of: values, count: blocks, among: ratios.count)
    }
}

/// Returns the bootstrap percentile interval, at 95 %, of the ratio of two medians of times.
///
/// The sets were not measured side by side, so each is drawn from separately. A change of the machine between them
/// shifts the interval and does not widen it. The percentiles are taken as in `ratioInterval`, for the size of the
/// smaller set.
///
/// - Returns: the interval, or `nil` with fewer than 6 times in either set or a time not above 0.
package func medianRatioInterval(
    of above: [Double], over below: [Double], resamples: Int = 4000, using generator: inout SplitMix64
) -> Interval? {
    guard min(above.count, below.count) >= minimumPairsForInterval, (above + below).allSatisfy({ $0 > 0 }) else {
        return nil
    }
    let (numerator, denominator) = (Resample(of: above), Resample(of: below))
    let ratios = (0..<resamples).map { _ in
        let drawn = draws(of: above.count, using: &generator)
        return numerator.median(drawn: drawn) / denominator.median(drawn: draws(of: below.count, using: &generator))
    }
    return interval(of: ratios, count: min(above.count, below.count))
}

/// Returns the middle of bootstrapped ratios, widened because a bootstrap's spread is too small.
///
/// - Parameters:
///   - count: the number of values that each resample was drawn from.
///   - family: the number of intervals that hold together at 95 %.
private func interval(of ratios: [Double], count: Int, among family: Int = 1) -> Interval {
    let sorted = ratios.sorted()
    let bound = family == 1 ? normalQuantile95 : normalQuantile(outside: 0.05 / Double(family))
    let tail = erfc(bound * (Double(count) / Double(count - 1)).squareRoot() / 2.0.squareRoot()) / 2
    return Interval(lower: quantile(tail, ofSorted: sorted), upper: quantile(1 - tail, ofSorted: sorted))
}

/// Returns the bound z such that `share` of a standard normal distribution lies outside of -z and z, by bisection.
private func normalQuantile(outside share: Double) -> Double {
    var (low, high) = (0.0, 10.0)
    for _ in 0..<60 {
        let middle = (low + high) / 2
        if erfc(middle / 2.0.squareRoot()) > share { low = middle } else { high = middle }
    }
    return high
}

/// Draws as many of `count` values as there are, with replacement, and returns how often each was drawn.
private func draws(of count: Int, using generator: inout SplitMix64) -> [Int] {
    var counts = Array(repeating: 0, count: count)
    var left = count
    while left > 0 {
        counts[generator.index(below: count)] += 1
        left -= 1
    }
    return counts
}

/// Values whose bootstrap samples get medians by counting, because sorting each sample would take most of the time.
private struct Resample {
    private let sorted: [Double]
    /// The index of each value of `sorted`.
    private let order: [Int]

    init(of values: [Double]) {
        order = values.indices.sorted { values[$0] < values[$1] }
        sorted = order.map { values[$0] }
    }

    /// Returns the median of the values, each as often as it was drawn, in all as many as there are values.
    func median(drawn counts: [Int]) -> Double {
        let middle = sorted.count / 2
        let lowerRank = sorted.count.isMultiple(of: 2) ? middle - 1 : middle
        var index = 0
        var below = counts[order[0]]
        while below <= lowerRank {
            index += 1
            below += counts[order[index]]
        }
        let lower = sorted[index]
        guard lowerRank < middle else { return lower }
        while below <= middle {
            index += 1
            below += counts[order[index]]
        }
        return (lower + sorted[index]) / 2
    }
}

/// Returns the interpolated quantile of ascending values; `sorted` must not be empty.
private func quantile(_ fraction: Double, ofSorted sorted: [Double]) -> Double {
    let position = fraction * Double(sorted.count - 1)
    let below = Int(position)
    guard below + 1 < sorted.count else { return sorted[below] }
    return sorted[below] + (sorted[below + 1] - sorted[below]) * (position - Double(below))
}

/// A small seeded generator, which makes the order of a run and its intervals reproducible.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. The numbers and the
/// methods here are the same on every platform and in every version of Swift. The standard library's
/// `random(in:using:)` and `shuffled(using:)` may change their use of a generator.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator; equal seeds give equal numbers.
    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns an integer from 0 up to, but not including, `bound`, which is at least 1.
    ///
    /// The bias of the multiplication is under `bound` / 2^64.
    package mutating func index(below bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
    package mutating func coin() -> Bool { next() >> 63 == 1 }
}
