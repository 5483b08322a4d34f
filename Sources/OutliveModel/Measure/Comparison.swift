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
