/// The location and spread of a set of samples, in seconds.
public struct Summary: Codable, Hashable, Sendable {
    /// The number of samples.
    public var count: Int
    /// The smallest sample.
    public var minimum: Double
    /// The middle sample, or the mean of the two middle ones.
    public var median: Double
    /// The largest sample.
    public var maximum: Double
    /// The median absolute deviation from the median, not scaled.
    public var medianAbsoluteDeviation: Double
    /// The number of samples flagged as outliers; all figures include them.
    public var outliers: Int

    /// Creates a summary.
    public init(
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
