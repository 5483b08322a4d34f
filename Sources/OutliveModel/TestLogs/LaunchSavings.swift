/// What a reset in place costs.
public struct ResetCost: Codable, Hashable, Sendable {
    /// One reset, in seconds: as it was given, or the median of those that were measured.
    public var seconds: Double
    /// The interval of the median, in seconds; absent where it was not measured, or too rarely.
    public var interval: Interval?

    /// Makes a cost.
    public init(seconds: Double, interval: Interval? = nil) {
        self.seconds = seconds
        self.interval = interval
    }
}

/// What would be saved if every relaunch of a log were a reset in place.
public struct LaunchSavings: Codable, Hashable, Sendable {
    /// What one reset costs.
    public var reset: ResetCost
    /// How many relaunches would be resets; what the log repeats counts once, and what has no time not at all.
    public var resets: Int
    /// Relaunches of which the log does not tell how long they took: they are in none of the savings.
    public var untimedRelaunches: Int
    /// What the relaunches took, in seconds: an upper bound.
    public var relaunchSeconds: Double
    /// What they took up to the wait for idle, in seconds: a lower bound.
    public var relaunchSecondsToIdle: Double

    /// Makes the savings of what a log has once.
    ///
    /// - Parameter unique: the figures in which nothing counts twice.
    public init(reset: ResetCost, unique: LaunchFigures) {
        self.reset = reset
        resets = unique.relaunches - unique.unendedRelaunches
        untimedRelaunches = unique.unendedRelaunches
        relaunchSeconds = unique.relaunchSeconds
        relaunchSecondsToIdle = unique.relaunchSecondsToIdle
    }

    /// What is saved at most, in seconds: all of the relaunches less the resets; negative where the resets cost more.
    public var savedSeconds: Double { relaunchSeconds - Double(resets) * reset.seconds }

    /// What is saved at least, in seconds: the relaunches up to the wait for idle less the resets.
    public var savedSecondsToIdle: Double { relaunchSecondsToIdle - Double(resets) * reset.seconds }

    /// How far the cost of a reset leaves `savedSeconds` open, in seconds; nil where its interval is not known.
    public var savedInterval: Interval? {
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

    /// Writes the JSON form, with what readers would otherwise have to work out.
    public func encode(to encoder: any Encoder) throws {
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
