/// The cost of a reset in place.
package struct ResetCost: Codable, Hashable, Sendable {
    /// The duration of one reset, in seconds: the given value or the median of measurements.
    package var seconds: Double
    /// The interval of the median, in seconds; `nil` if it was not measured, or too rarely.
    package var interval: Interval?

    package init(seconds: Double, interval: Interval? = nil) {
        self.seconds = seconds
        self.interval = interval
    }
}

/// The time saved if every relaunch in a log were a reset in place.
package struct LaunchSavings: Codable, Hashable, Sendable {
    package var reset: ResetCost
    /// The number of relaunches to replace; repeated parts of a log count once, and untimed relaunches are excluded.
    package var resets: Int
    /// The number of relaunches of unknown duration, which no saving includes.
    package var untimedRelaunches: Int
    /// The duration of the relaunches, in seconds: an upper bound.
    package var relaunchSeconds: Double
    /// The duration of the relaunches up to the wait for idle, in seconds: a lower bound.
    package var relaunchSecondsToIdle: Double

    /// The maximum saving, in seconds: the relaunches minus the resets; negative if the resets cost more.
    package var savedSeconds: Double
    /// The minimum saving, in seconds: the relaunches up to the wait for idle minus the resets.
    package var savedSecondsToIdle: Double
    /// The interval of `savedSeconds` that follows from the interval of the reset's cost; `nil` if that is unknown.
    package var savedInterval: Interval?

    package init(reset: ResetCost, unique: LaunchFigures) {
        self.reset = reset
        resets = unique.relaunches - unique.unendedRelaunches
        untimedRelaunches = unique.unendedRelaunches
        relaunchSeconds = unique.relaunchSeconds
        relaunchSecondsToIdle = unique.relaunchSecondsToIdle
        savedSeconds = relaunchSeconds - Double(resets) * reset.seconds
        savedSecondsToIdle = relaunchSecondsToIdle - Double(resets) * reset.seconds
        savedInterval = reset.interval.map { [relaunchSeconds, resets] cost in
            Interval(
                lower: relaunchSeconds - Double(resets) * cost.upper,
                upper: relaunchSeconds - Double(resets) * cost.lower, level: cost.level)
        }
    }
}
