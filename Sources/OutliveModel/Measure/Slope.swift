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
    /// How the rise goes on; absent in reports from before it was judged.
    public var course: GrowthCourse?

    /// Makes a slope.
    public init(
        metric: Metric, perCycle: Double, interval: Interval?, minimumEffect: Double, cycles: Int,
        course: GrowthCourse? = nil
    ) {
        self.metric = metric
        self.perCycle = perCycle
        self.interval = interval
        self.minimumEffect = minimumEffect
        self.cycles = cycles
        self.course = course
    }

    /// Whether growth is claimed: a rise that matters and goes on to the end of the soak.
    public var grows: Bool { rises && (course ?? .lasting) == .lasting }

    /// Whether the whole interval is above zero and the estimate at or above the minimum effect.
    public var rises: Bool {
        guard let interval else { return false }
        return interval.lower > 0 && perCycle >= minimumEffect
    }
}

/// How a metric's rise over a soak goes on.
public enum GrowthCourse: String, Codable, Hashable, Sendable, CaseIterable {
    /// The second half of the cycles rises by itself, at a rate comparable to that of the first half.
    case lasting
    /// Few distinct rises explain all of it, such as a thread that joins a pool.
    case steps
    /// The second half rises by much less than the first, as a cache that fills up does, or not at all.
    case slowing
    /// Too few cycles to judge the halves by themselves.
    case unclear
}
