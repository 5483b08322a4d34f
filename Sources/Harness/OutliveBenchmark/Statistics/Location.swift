/// Returns the median of the values, or `nil` if there are none.
///
/// - Complexity: O(n log n).
package func median(of values: [Double]) -> Double? {
    medianOfSorted(values.sorted())
}

/// Returns the median of values in ascending order, or `nil` if there are none.
///
/// - Complexity: O(1).
func medianOfSorted(_ sorted: [Double]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// Returns the unscaled median absolute deviation from the median, or `nil` if there are no values.
///
/// - Complexity: O(n log n).
package func medianAbsoluteDeviation(of values: [Double]) -> Double? {
    guard let center = median(of: values) else { return nil }
    return median(of: values.map { abs($0 - center) })
}

/// Returns `true` for each value further than 3 scaled median absolute deviations from the median.
///
/// The factor 1.4826 makes the deviation an estimate of the standard deviation of normal values. If more than half of
/// the values are equal, the deviation is 0, and the mean absolute deviation, scaled by 1.2533, replaces it.
/// Source: Iglewicz and Hoaglin, "How to detect and handle outliers", 1993.
///
/// - Complexity: O(n log n).
package func outliers(in values: [Double]) -> [Bool] {
    guard let center = median(of: values) else { return [] }
    let deviations = values.map { abs($0 - center) }
    var scale = 1.4826 * (median(of: deviations) ?? 0)
    if scale == 0 { scale = 1.2533 * deviations.reduce(0, +) / Double(deviations.count) }
    return deviations.map { $0 > 3 * scale }
}
