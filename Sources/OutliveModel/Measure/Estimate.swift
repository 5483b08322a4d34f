/// A range that holds the true value with the stated confidence.
public struct Interval: Codable, Hashable, Sendable {
    /// The lower end.
    public var lower: Double
    /// The upper end.
    public var upper: Double
    /// The confidence, between 0 and 1: 0.95 for 95 %.
    public var level: Double

    /// Makes an interval.
    public init(lower: Double, upper: Double, level: Double = 0.95) {
        self.lower = lower
        self.upper = upper
        self.level = level
    }
}

/// The location and spread of a set of samples, in seconds.
public struct Summary: Codable, Hashable, Sendable {
    /// How many samples.
    public var count: Int
    /// The smallest sample.
    public var minimum: Double
    /// The middle sample, or the mean of the two middle ones.
    public var median: Double
    /// The largest sample.
    public var maximum: Double
    /// The median absolute deviation from the median, not scaled.
    public var medianAbsoluteDeviation: Double
    /// How many samples were flagged as outliers; they are counted in all the figures.
    public var outliers: Int

    /// Makes a summary.
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

/// Relaunch against reset, from pairs measured side by side.
public struct Comparison: Codable, Hashable, Sendable {
    /// How many pairs the figures rest on, warm-up left out.
    public var pairs: Int
    /// Relaunch: stop and start together.
    public var launch: Summary
    /// The stop part of the relaunch.
    public var launchStop: Summary
    /// The start part of the relaunch.
    public var launchStart: Summary
    /// Reset, the cost of fallbacks included.
    public var reset: Summary
    /// Median relaunch divided by median reset: above 1, the reset is faster.
    public var ratio: Double
    /// The paired bootstrap interval of `ratio`; absent under 6 pairs.
    public var interval: Interval?

    /// Makes a comparison.
    public init(
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

    /// What 100 resets save over 100 relaunches, in seconds, from the medians; negative when they cost more.
    public var savedSecondsPer100: Double { 100 * (launch.median - reset.median) }
}

/// Something that a soak watches for growth.
public enum Metric: String, Codable, Hashable, Sendable, CaseIterable {
    /// How long a reset takes, in seconds.
    case resetSeconds
    /// Resident memory, in bytes.
    case residentBytes
    /// Live registered components.
    case liveComponents
    /// Threads.
    case threads
    /// Open file descriptors.
    case descriptors
}

/// How a metric changes from cycle to cycle.
public struct Slope: Codable, Hashable, Sendable {
    /// What was watched.
    public var metric: Metric
    /// The Theil-Sen estimate of the change per cycle, in the metric's unit.
    public var perCycle: Double
    /// The interval of `perCycle`; absent with too few cycles.
    public var interval: Interval?
    /// The smallest change per cycle that counts as growth, in the metric's unit.
    public var minimumEffect: Double
    /// How many cycles the estimate rests on.
    public var cycles: Int

    /// Makes a slope.
    public init(metric: Metric, perCycle: Double, interval: Interval?, minimumEffect: Double, cycles: Int) {
        self.metric = metric
        self.perCycle = perCycle
        self.interval = interval
        self.minimumEffect = minimumEffect
        self.cycles = cycles
    }

    /// Whether growth is claimed: the whole interval above zero and the estimate at or above the minimum effect.
    public var grows: Bool {
        guard let interval else { return false }
        return interval.lower > 0 && perCycle >= minimumEffect
    }
}
