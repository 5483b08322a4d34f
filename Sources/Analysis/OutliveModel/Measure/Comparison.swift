/// A comparison of relaunches and resets, measured in pairs.
package struct Comparison: Codable, Hashable, Sendable {
    /// The number of pairs in the figures, without warm-up.
    package var pairs: Int
    /// The relaunch: stop and start together.
    package var launch: Summary
    /// The stop part of the relaunch.
    package var launchStop: Summary
    /// The start part of the relaunch.
    package var launchStart: Summary
    /// The reset, including the cost of fallbacks.
    package var reset: Summary
    /// The median relaunch divided by the median reset: above 1, the reset is faster.
    package var ratio: Double
    /// The paired bootstrap interval of `ratio`; `nil` with fewer than 6 pairs.
    package var interval: Interval?

    /// Creates a comparison.
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
