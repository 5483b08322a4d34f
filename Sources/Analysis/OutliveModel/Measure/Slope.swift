package enum Metric: String, Codable, Hashable, Sendable, CaseIterable {
    case resetSeconds
    case residentBytes
    case liveComponents
    case threads
    case descriptors
}

/// The change of a metric from cycle to cycle.
package struct Slope: Codable, Hashable, Sendable {
    package var metric: Metric
    /// The Theil-Sen estimate of the change per cycle, in the metric's unit.
    package var perCycle: Double
    /// The interval of `perCycle`; `nil` with too few cycles.
    package var interval: Interval?
    /// The smallest change per cycle that counts as growth, in the metric's unit.
    package var minimumEffect: Double
    package var cycles: Int
    /// The course of the rise; `nil` in older reports.
    package var course: GrowthCourse?

    package init(
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

    /// `true` if the metric grows: a relevant rise that lasts to the end of the soak.
    package var grows: Bool { rises && (course ?? .lasting) == .lasting }

    /// `true` if the whole interval is above zero and the estimate is at least the minimum effect.
    package var rises: Bool {
        guard let interval else { return false }
        return interval.lower > 0 && perCycle >= minimumEffect
    }
}

/// The course of a metric's rise over a soak.
package enum GrowthCourse: String, Codable, Hashable, Sendable, CaseIterable {
    /// The second half of the cycles rises by itself, at a rate comparable to that of the first half.
    case lasting
    /// A few distinct steps explain the whole rise, such as a thread that joins a pool.
    case steps
    /// The second half rises much less than the first or not at all, as with a cache that fills up.
    case slowing
    /// There are too few cycles to judge the halves separately.
    case unclear
}
