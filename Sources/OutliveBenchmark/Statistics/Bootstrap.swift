public import OutliveModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// One relaunch and one reset that were measured side by side, in seconds.
public struct TimePair: Hashable, Sendable {
    /// Stop and start of the relaunched instance.
    public var launch: Double
    /// The reset.
    public var reset: Double

    /// Makes a pair of times in seconds.
    public init(launch: Double, reset: Double) {
        self.launch = launch
        self.reset = reset
    }
}

/// Between minus this and this lie 95 % of normal values with mean 0 and deviation 1.
let normalQuantile95 = 1.959964

/// The fewest pairs that an interval is given for.
let fewestPairsForInterval = 6

/// The paired bootstrap percentile interval, at 95 %, of median launch divided by median reset.
///
/// Whole pairs are drawn with replacement, so that whatever slows both halves of a pair, such as a machine that warms
/// up, cancels. The spread of a bootstrap is too small by the factor √((n - 1) / n), so the percentiles are taken as
/// much further out. Simulated with 0 and 30 % drift, with normal and with heavy-tailed noise, the interval covers the
/// truth in 94 % (6 pairs) to 99 % of 4000 runs.
/// Sources: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13; Hesterberg, "What teachers
/// should know about the bootstrap", 2015, on narrowness bias.
///
/// - Parameters:
///   - pairs: the measured pairs, every time above 0.
///   - resamples: how many bootstrap samples are drawn, 2000 or more.
///   - generator: the source of the draws.
/// - Returns: nil under 6 pairs, or when a time is not above 0.
/// - Complexity: O(resamples × (pairs + log resamples)).
public func ratioInterval(
    of pairs: [TimePair], resamples: Int = 4000, using generator: inout SplitMix64
) -> Interval? {
    guard pairs.count >= fewestPairsForInterval, pairs.allSatisfy({ $0.launch > 0 && $0.reset > 0 }) else { return nil }
    var launches = Resample(of: pairs.map(\.launch))
    var resets = Resample(of: pairs.map(\.reset))
    var ratios: [Double] = []
    ratios.reserveCapacity(resamples)
    for _ in 0..<resamples {
        launches.clear()
        resets.clear()
        for _ in pairs.indices {
            let drawn = generator.index(below: pairs.count)
            launches.draw(drawn)
            resets.draw(drawn)
        }
        ratios.append(launches.median / resets.median)
    }
    return percentileInterval(of: ratios, drawnFrom: pairs.count)
}

/// The bootstrap percentile interval, at 95 %, of the median of one set of times divided by the median of another.
///
/// The two were not measured side by side, so each is drawn from by itself, and what changed on the machine between them
/// is in the interval's place and not in its width. See `ratioInterval` for how the percentiles are taken; the smaller set
/// decides.
///
/// - Parameters:
///   - above: the times above the line, each more than 0.
///   - below: the times below it, each more than 0.
///   - resamples: how many bootstrap samples are drawn, 2000 or more.
///   - generator: the source of the draws.
/// - Returns: nil under 6 times of either, or when a time is not above 0.
/// - Complexity: O(resamples × (times + log resamples)).
public func medianRatioInterval(
    of above: [Double], over below: [Double], resamples: Int = 4000, using generator: inout SplitMix64
) -> Interval? {
    let fewest = min(above.count, below.count)
    guard fewest >= fewestPairsForInterval, (above + below).allSatisfy({ $0 > 0 }) else { return nil }
    var resample = (above: Resample(of: above), below: Resample(of: below))
    var ratios: [Double] = []
    ratios.reserveCapacity(resamples)
    for _ in 0..<resamples {
        resample.above.clear()
        resample.below.clear()
        for _ in above.indices { resample.above.draw(generator.index(below: above.count)) }
        for _ in below.indices { resample.below.draw(generator.index(below: below.count)) }
        ratios.append(resample.above.median / resample.below.median)
    }
    return percentileInterval(of: ratios, drawnFrom: fewest)
}

/// The middle 95 % of what was drawn, and as much more as a bootstrap's spread is too small.
private func percentileInterval(of ratios: [Double], drawnFrom size: Int) -> Interval {
    let (sorted, count) = (ratios.sorted(), Double(size))
    let tail = erfc(normalQuantile95 * (count / (count - 1)).squareRoot() / 2.0.squareRoot()) / 2
    return Interval(lower: quantile(tail, ofSorted: sorted), upper: quantile(1 - tail, ofSorted: sorted))
}

/// A bootstrap sample, whose median is found by counting: sorting each sample would be most of the work.
private struct Resample {
    private let sorted: [Double]
    /// The place of each value in `sorted`.
    private let places: [Int]
    /// How often each value of `sorted` was drawn.
    private var counts: [Int]

    init(of values: [Double]) {
        let order = values.indices.sorted { values[$0] < values[$1] }
        sorted = order.map { values[$0] }
        var places = order
        for (place, index) in order.enumerated() { places[index] = place }
        self.places = places
        counts = Array(repeating: 0, count: values.count)
    }

    mutating func clear() {
        for place in counts.indices { counts[place] = 0 }
    }

    mutating func draw(_ index: Int) {
        counts[places[index]] += 1
    }

    /// The median of what was drawn since `clear`, as many values as there are.
    var median: Double {
        let upper = drawn(counts.count / 2)
        return counts.count.isMultiple(of: 2) ? (drawn(counts.count / 2 - 1) + upper) / 2 : upper
    }

    /// The value at a rank of what was drawn, from 0.
    private func drawn(_ rank: Int) -> Double {
        var place = 0
        var below = counts[0]
        while below <= rank {
            place += 1
            below += counts[place]
        }
        return sorted[place]
    }
}

/// The value below which the given fraction of ascending values lies, interpolated; `sorted` is not empty.
private func quantile(_ fraction: Double, ofSorted sorted: [Double]) -> Double {
    let position = fraction * Double(sorted.count - 1)
    let below = Int(position)
    guard below + 1 < sorted.count else { return sorted[below] }
    return sorted[below] + (sorted[below + 1] - sorted[below]) * (position - Double(below))
}
