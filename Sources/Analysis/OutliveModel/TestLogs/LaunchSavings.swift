/// The cost of a reset in place.
package struct ResetCost: Codable, Hashable, Sendable {
    /// The duration of one reset, in seconds: the given value or the median of measurements.
    package var seconds: Double
    /// The interval of the median, in seconds; `nil` if it was not measured, or too rarely.
    package var interval: Interval?

    /// Creates a cost.
    package init(seconds: Double, interval: Interval? = nil) {
        self.seconds = seconds
        self.interval = interval
    }
}

/// The time saved if every relaunch in a log were a reset in place.
package struct LaunchSavings: Codable, Hashable, Sendable {
    /// The cost of one reset.
    package var reset: ResetCost
    /// The number of relaunches to replace; repeated parts of a log count once, and untimed relaunches are excluded.
    package var resets: Int
    /// The number of relaunches of unknown duration, which no saving includes.
    package var untimedRelaunches: Int
    /// The duration of the relaunches, in seconds: an upper bound.
    package var relaunchSeconds: Double
    /// The duration of the relaunches up to the wait for idle, in seconds: a lower bound.
    package var relaunchSecondsToIdle: Double

    /// Creates the savings for a log.
    ///
    /// - Parameter unique: the figures in which repeated parts count once.
    package init(reset: ResetCost, unique: LaunchFigures) {
        self.reset = reset
        resets = unique.relaunches - unique.unendedRelaunches
        untimedRelaunches = unique.unendedRelaunches
        relaunchSeconds = unique.relaunchSeconds
        relaunchSecondsToIdle = unique.relaunchSecondsToIdle
    }

    /// The maximum saving, in seconds: the relaunches minus the resets; negative if the resets cost more.
    package var savedSeconds: Double { relaunchSeconds - Double(resets) * reset.seconds }

    /// The minimum saving, in seconds: the relaunches up to the wait for idle minus the resets.
    package var savedSecondsToIdle: Double { relaunchSecondsToIdle - Double(resets) * reset.seconds }

    /// The interval of `savedSeconds` that follows from the interval of the reset's cost; `nil` if that is unknown.
    package var savedInterval: Interval? {
        reset.interval.map { cost in
            Interval(
                lower: relaunchSeconds - Double(resets) * cost.upper,
                upper: relaunchSeconds - Double(resets) * cost.lower, level: cost.level)
        }
    }

    private enum Derived: String, CodingKey {
        case savedSeconds, savedSecondsToIdle, savedInterval
    }

    private enum CodingKeys: String, CodingKey {
        case reset, resets, untimedRelaunches, relaunchSeconds, relaunchSecondsToIdle
    }

    /// Encodes the JSON form, including derived values.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(reset, forKey: .reset)
        try container.encode(resets, forKey: .resets)
        try container.encode(untimedRelaunches, forKey: .untimedRelaunches)
        try container.encode(relaunchSeconds, forKey: .relaunchSeconds)
        try container.encode(relaunchSecondsToIdle, forKey: .relaunchSecondsToIdle)
        var derived = encoder.container(keyedBy: Derived.self)
        try derived.encode(savedSeconds, forKey: .savedSeconds)
        try derived.encode(savedSecondsToIdle, forKey: .savedSecondsToIdle)
        try derived.encodeIfPresent(savedInterval, forKey: .savedInterval)
    }
}
