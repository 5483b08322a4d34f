/// A comparison of relaunches and resets, measured in pairs.
package struct Comparison: Codable, Hashable, Sendable {
    /// The number of pairs in the figures, without warm-up.
    package var pairs: Int
    package var launch: Summary
    package var launchStop: Summary
    package var launchStart: Summary
    /// The reset, including the cost of fallbacks.
    package var reset: Summary
    /// The median relaunch divided by the median reset: above 1, the reset is faster.
    package var ratio: Double
    /// The paired bootstrap interval of `ratio`; `nil` with fewer than 6 pairs.
    package var interval: Interval?

    package init(
        pairs: Int, launch: Summary, launchStop: Summary, launchStart: Summary, reset: Summary, ratio: Double,
        interval: Interval?
    ) {
        self.pairs = pairs
        self.launch = launch
        self.launchStop = launchStop
        self.launchStart = launchStart
        self.reset = reset
        self.ratio = ratio
        self.interval = interval
    }

    /// The time that 100 resets save over 100 relaunches, in seconds, from the medians; negative if they cost more.
    package var savedSecondsPer100: Double { 100 * (launch.median - reset.median) }
}

/// The location and spread of a set of samples, in seconds.
package struct Summary: Codable, Hashable, Sendable {
    package var count: Int
    package var minimum: Double
    /// The middle sample, or the mean of the two middle ones.
    package var median: Double
    package var maximum: Double
    /// The median absolute deviation from the median, not scaled.
    package var medianAbsoluteDeviation: Double
    /// The number of samples flagged as outliers; all figures include them.
    package var outliers: Int

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

/// A range that contains the true value with the stated confidence.
package struct Interval: Codable, Hashable, Sendable {
    package var lower: Double
    package var upper: Double
    /// The confidence, between 0 and 1: 0.95 for 95 %.
    package var level: Double

    package init(lower: Double, upper: Double, level: Double = 0.95) {
        self.lower = lower
        self.upper = upper
        self.level = level
    }
}
