/// The middle value, or the mean of the two middle ones; nil of nothing.
///
/// - Complexity: O(n log n).
public func median(of values: [Double]) -> Double? {
    medianOfSorted(values.sorted())
}

/// The middle value of values in ascending order, or the mean of the two middle ones; nil of nothing.
///
/// - Complexity: O(1).
func medianOfSorted(_ sorted: [Double]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// The median absolute deviation from the median, not scaled; nil of nothing.
///
/// - Complexity: O(n log n).
public func medianAbsoluteDeviation(of values: [Double]) -> Double? {
    guard let center = median(of: values) else { return nil }
    return median(of: values.map { abs($0 - center) })
}

/// Which values lie further from the median than 3 scaled median absolute deviations, in the order given.
///
/// The factor 1.4826 makes the deviation estimate the standard deviation of normal values. Where more than half of
/// the values are equal the deviation is 0; the mean absolute deviation, scaled by 1.2533, takes its place.
/// Source: Iglewicz and Hoaglin, "How to detect and handle outliers", 1993.
///
/// - Complexity: O(n log n).
public func outliers(in values: [Double]) -> [Bool] {
    guard let center = median(of: values) else { return [] }
    let deviations = values.map { abs($0 - center) }
    var scale = 1.4826 * (median(of: deviations) ?? 0)
    if scale == 0 { scale = 1.2533 * deviations.reduce(0, +) / Double(deviations.count) }
    return deviations.map { $0 > 3 * scale }
}
