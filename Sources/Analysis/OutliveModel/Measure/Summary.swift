/// The location and spread of a set of samples, in seconds.
package struct Summary: Codable, Hashable, Sendable {
    /// The number of samples.
    package var count: Int
    /// The smallest sample.
    package var minimum: Double
    /// The middle sample, or the mean of the two middle ones.
    package var median: Double
    /// The largest sample.
    package var maximum: Double
    /// The median absolute deviation from the median, not scaled.
    package var medianAbsoluteDeviation: Double
    /// The number of samples flagged as outliers; all figures include them.
    package var outliers: Int

    /// Creates a summary.
    package init(
        count: Int, minimum: Double, median: Double, maximum: Double, medianAbsoluteDeviation: Double, outliers: Int
    ) {
        self.count = count
        self.minimum = minimum
        self.median = median
        self.maximum = maximum
        self.medianAbsoluteDeviation = medianAbsoluteDeviation
        self.outliers = outliers
    }
}
