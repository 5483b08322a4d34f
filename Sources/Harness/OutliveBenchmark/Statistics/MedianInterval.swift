package import OutliveModel
internal import OutliveSupport

/// Returns the interval of a median, at 95 % or more, without an assumption about the distribution.
///
/// Its ends are two of the values, chosen by the binomial distribution of the number of values below the true median.
/// Source: Conover, "Practical nonparametric statistics", 1971, on quantiles.
///
/// - Returns: the interval, or `nil` with fewer than 6 values, which have none.
/// - Complexity: O(n log n).
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
