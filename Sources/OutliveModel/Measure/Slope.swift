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
