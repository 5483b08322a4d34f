package import OutliveModel

/// The median of the slopes between all pairs of points, and its rank-based 95 % interval, or `nil` with fewer than 6.
package typealias Trend = (slope: Double, interval: Interval?)

/// Returns the Theil-Sen slope of values at equal steps, with Sen's interval.
///
/// The interval lies between two of the ranked slopes, at ranks that follow from the variance of Kendall's S with ties.
/// That variance holds for independent values, which memory use and machine speed are not. If the residuals' lag-1
/// autocorrelation r is significant (one-sided 5 %), the variance is multiplied by (1 + r) / (1 - r). This is the
/// factor of a first-order autoregressive series.
///
/// Sources: Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968; Gilbert, "Statistical Methods
/// for Environmental Pollution Monitoring", 1987, 16.4; Yue and Wang, "The Mann-Kendall test modified by effective
/// sample size", 2004.
///
/// - Returns: the trend per step, or `nil` with fewer than 2 values.
/// - Complexity: O(n²) up to 1000 values; of more, evenly spaced ones are used.
package func theilSen(_ values: [Double?]) -> Trend? {
    let points = thinned(values.enumerated().compactMap { index, value in value.map { (Double(index), $0) } })
    var slopes: [Double] = []
    slopes.reserveCapacity(points.count * (points.count - 1) / 2)
    for (index, from) in points.enumerated() {
        for to in points[(index + 1)...] { slopes.append((to.y - from.y) / (to.x - from.x)) }
    }
    slopes.sort()
    guard let slope = medianOfSorted(slopes) else { return nil }

    // The normal approximation of Kendall's S is invalid for fewer points.
    guard points.count >= 6 else { return (slope, nil) }
    let spread = normalQuantile95 * (kendallVariance(points) * inflation(points, slope: slope)).squareRoot()
    // Rounded outwards; ranks count from 1.
    let rank = Int(((Double(slopes.count) - spread) / 2).rounded(.down))
    guard rank >= 1 else { return (slope, nil) }
    return (slope, Interval(lower: slopes[rank - 1], upper: slopes[slopes.count - rank]))
}

private typealias Point = (x: Double, y: Double)

private func thinned(_ points: [Point]) -> [Point] {
    let step = (points.count + 999) / 1000
    return step <= 1 ? points : stride(from: 0, to: points.count, by: step).map { points[$0] }
}

private func kendallVariance(_ points: [Point]) -> Double {
    func term(_ n: Int) -> Double { Double(n) * Double(n - 1) * Double(2 * n + 5) / 18 }
    let ties = Dictionary(grouping: points, by: \.y).values
    return ties.reduce(term(points.count)) { $0 - term($1.count) }
}

/// Returns the factor by which autocorrelation increases the variance; 1 without it.
private func inflation(_ points: [Point], slope: Double) -> Double {
    let detrended = points.map { $0.y - slope * $0.x }
    let mean = detrended.reduce(0, +) / Double(detrended.count)
    let residuals = detrended.map { $0 - mean }
    let variance = residuals.reduce(0) { $0 + $1 * $1 }
    guard variance > 0 else { return 1 }
    let correlation = zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / variance
    guard correlation > 1.645 / Double(points.count).squareRoot() else { return 1 }
    let bounded = min(correlation, 0.95)
    return (1 + bounded) / (1 - bounded)
}
