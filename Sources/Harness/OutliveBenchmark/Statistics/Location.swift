package import OutliveModel
internal import OutliveSupport

package func median(of values: [Double]) -> Double? { medianOfSorted(values.sorted()) }

func medianOfSorted(_ sorted: [Double]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// Returns the unscaled median absolute deviation from the median, or `nil` if there are no values.
package func medianAbsoluteDeviation(of values: [Double]) -> Double? {
    guard let center = median(of: values) else { return nil }
    return median(of: values.map { abs($0 - center) })
}

/// Returns `true` for each value further than 3 scaled median absolute deviations from the median.
///
/// The factor 1.4826 makes the deviation an estimate of the standard deviation of normal values. If more than half of
/// the values are equal, the deviation is 0, and the mean absolute deviation, scaled by 1.2533, replaces it.
/// Source: Iglewicz and Hoaglin, "How to detect and handle outliers", 1993.
package func outliers(in values: [Double]) -> [Bool] {
    guard let center = median(of: values) else { return [] }
    let deviations = values.map { abs($0 - center) }
    var scale = 1.4826 * (median(of: deviations) ?? 0)
    if scale == 0 { scale = 1.2533 * deviations.reduce(0, +) / Double(deviations.count) }
    return deviations.map { $0 > 3 * scale }
}

/// Returns the location and spread of times in seconds, or `nil` if there are none.
func summary(of values: [Double]) -> Summary? {
    guard let middle = median(of: values), let spread = medianAbsoluteDeviation(of: values),
        let minimum = values.min(), let maximum = values.max()
    else { return nil }
    return Summary(
        count: values.count, minimum: minimum, median: middle, maximum: maximum, medianAbsoluteDeviation: spread,
        outliers: outliers(in: values).count { $0 }, interval: medianInterval(of: values))
}

/// Returns the interval of a median, at 95 % or more, without an assumption about the distribution.
///
/// Its ends are two of the values, chosen by the binomial distribution of the number of values below the true median.
/// Source: Conover, "Practical nonparametric statistics", 1971, on quantiles.
///
/// - Returns: the interval, or `nil` with fewer than 6 values, which have none.
package func medianInterval(of values: [Double]) -> Interval? {
    let count = values.count
    // Logarithms, because with many values the probability of a single one underflows a `Double`.
    var logarithm = -Double(count) * 0.693_147_180_559_945_3
    var below = exp(logarithm)
    var rank = 0
    while below <= 0.025, rank < count / 2 {
        rank += 1
        logarithm += log(Double(count - rank + 1) / Double(rank))
        below += exp(logarithm)
    }
    guard rank > 0 else { return nil }
    let sorted = values.sorted()
    return Interval(lower: sorted[rank - 1], upper: sorted[count - rank])
}
