/// The middle of values and of both of their halves.
struct Quartiles: Hashable {
    var lower: Double
    var median: Double
    var upper: Double

    /// Computes the quartiles by linear interpolation, or returns `nil` without values.
    ///
    /// Source: Hyndman and Fan, "Sample quantiles in statistical packages", 1996, definition 7.
    ///
    /// - Complexity: O(n log n).
    init?(_ values: some Sequence<Double>) {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return nil }
        func value(at fraction: Double) -> Double {
            let position = fraction * Double(sorted.count - 1)
            let below = Int(position)
            let above = min(below + 1, sorted.count - 1)
            return sorted[below] + (position - Double(below)) * (sorted[above] - sorted[below])
        }
        lower = value(at: 0.25)
        median = value(at: 0.5)
        upper = value(at: 0.75)
    }
}
