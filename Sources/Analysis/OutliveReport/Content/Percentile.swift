/// Returns a percentile of ascending values by the nearest rank, which is a measured value, or `nil` with too few.
///
/// Values above it have to be possible: the 99th percentile of fewer than 100 values would be the greatest.
///
/// - Parameter percent: the percentile, from 1 to 99.
func percentile(_ percent: Int, ofSorted values: [Double]) -> Double? {
    let least = (100 + 99 - percent) / (100 - percent)
    guard values.count >= max(least, 2) else { return nil }
    let rank = (percent * values.count + 99) / 100
    return values[min(max(rank, 1), values.count) - 1]
}
