internal import OutliveModel

/// Returns the location and spread of times in seconds, or `nil` if there are none.
///
/// - Complexity: O(n log n).
func summary(of values: [Double]) -> Summary? {
    guard let middle = median(of: values), let spread = medianAbsoluteDeviation(of: values),
        let minimum = values.min(), let maximum = values.max()
    else { return nil }
    return Summary(
        count: values.count, minimum: minimum, median: middle, maximum: maximum, medianAbsoluteDeviation: spread,
        outliers: outliers(in: values).count { $0 })
}
