/// A raw measurement; no measurement is ever dropped.
package struct Sample: Codable, Hashable, Sendable {
    package var arm: Arm
    /// The position among all samples of the run, from 0.
    package var order: Int
    /// The number of the block, from 0, if the sample belongs to one; a block of two arms is a pair.
    package var pair: Int?
    package var warmup: Bool
    /// The time from the request to ready, in seconds; for a launch, stop and start together.
    package var seconds: Double
    /// For a launch, the time from the stop request to the end of the old process, in seconds.
    package var stopSeconds: Double?
    /// For a launch, the time from the start of the new process until it was ready, in seconds.
    package var startSeconds: Double?
    /// The grace period that passed in vain, as the application ignored the stop signal and was killed; it is no part of
    /// `seconds`. `nil` if the application obeyed.
    package var graceSeconds: Double?
    /// The part of `seconds` in which the application did not serve although it had reported ready or acknowledged the
    /// reset, beyond the usual wait for its answer; `nil` if there is none.
    package var lateSeconds: Double?
    /// The processor time of the application's processes, in seconds: of a reset in place, or of the start of a launch.
    ///
    /// `nil` if another process took the place of the running one, if it is not known, and in older reports.
    package var processorSeconds: Double?
    /// `true` if the reset failed, and the sample is the cost of the failed reset and of the relaunch.
    package var fellBack: Bool
    /// `true` if it lies more than 3 scaled median absolute deviations from the median of its arm.
    package var outlier: Bool

    package init(
        arm: Arm, order: Int, pair: Int? = nil, warmup: Bool = false, seconds: Double, stopSeconds: Double? = nil,
        startSeconds: Double? = nil, lateSeconds: Double? = nil, processorSeconds: Double? = nil,
        fellBack: Bool = false, outlier: Bool = false
    ) {
        (self.arm, self.order, self.pair, self.warmup) = (arm, order, pair, warmup)
        (self.seconds, self.stopSeconds, self.startSeconds) = (seconds, stopSeconds, startSeconds)
        (self.lateSeconds, self.processorSeconds) = (lateSeconds, processorSeconds)
        (self.fellBack, self.outlier) = (fellBack, outlier)
    }
}

/// One cycle of a soak: its reset, if there is one, and the resources of the process after settling.
package struct SoakCycle: Codable, Hashable, Sendable {
    /// The cycle's number within the soak, from 1.
    package var cycle: Int
    /// The duration of the reset, in seconds; `nil` without a reset.
    package var seconds: Double?
    /// The duration of the work before the reset, in seconds; `nil` without work, and in older reports.
    package var workSeconds: Double?
    /// The processor time of the application's processes in the work, in seconds; `nil` if it is not known.
    package var workProcessorSeconds: Double?
    /// `true` if the reset failed and a relaunch replaced the process.
    package var fellBack: Bool
    /// The resources that the process used after settling; `nil` if they could not be read.
    package var vitals: Vitals?
    /// The number of live registered components after settling; `nil` if the application is not watched.
    package var liveComponents: Int?

    package init(
        cycle: Int, seconds: Double?, fellBack: Bool = false, vitals: Vitals? = nil, liveComponents: Int? = nil
    ) {
        (self.cycle, self.seconds, self.fellBack) = (cycle, seconds, fellBack)
        (self.vitals, self.liveComponents) = (vitals, liveComponents)
    }

    /// Returns the value of a metric in this cycle, in the metric's unit, or `nil` if it was not read.
    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .resetSeconds: seconds
        case .residentBytes: vitals.map { Double($0.residentBytes - ($0.tierBytes ?? 0)) }
        case .liveComponents: liveComponents.map(Double.init)
        case .threads: vitals.map { Double($0.threads) }
        case .descriptors: vitals.map { Double($0.descriptors) }
        default: vitals?.resources?[metric].map(Double.init)
        }
    }
}

extension [SoakCycle] {
    /// Returns the cycles of a soak in which growth is judged: the longest series without a fallback, minus its start.
    ///
    /// A fallback starts a new process, in whose first cycles memory, caches and branch predictors settle. The first
    /// fifth of the series is therefore excluded. The fifth is of the measured cycles, so that an interrupted run has
    /// slopes, too.
    ///
    /// - Returns: consecutive cycles in the order of the soak; none if the series is too short.
    package func judged(warmup: Int) -> ArraySlice<SoakCycle> {
        let longest = split(whereSeparator: \.fellBack).max { $0.count < $1.count } ?? []
        return longest.dropFirst(Swift.max(warmup, longest.count / 5))
    }
}

/// The resources that a process uses at one moment.
package struct Vitals: Codable, Hashable, Sendable {
    package var residentBytes: Int
    package var threads: Int
    /// The number of open file descriptors.
    package var descriptors: Int
    /// The part of the resident memory that the heap tier itself uses; `nil` if there is none, or it is unknown.
    package var tierBytes: Int?
    /// The other resources of the kernel (`Metric.resources`), as far as they could be read; `nil` in older reports.
    package var resources: [Metric: Int]?

    package init(
        residentBytes: Int, threads: Int, descriptors: Int, tierBytes: Int? = nil, resources: [Metric: Int]? = nil
    ) {
        (self.tierBytes, self.resources, self.residentBytes) = (tierBytes, resources, residentBytes)
        (self.threads, self.descriptors) = (threads, descriptors)
    }
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
    /// `true` if known growth of libraries accounts for the rise; `nil` if it does not, or was not compared.
    package var isOfLibraries: Bool?

    package init(
        metric: Metric, perCycle: Double, interval: Interval?, minimumEffect: Double, cycles: Int,
        course: GrowthCourse? = nil
    ) {
        (self.metric, self.perCycle, self.interval) = (metric, perCycle, interval)
        (self.minimumEffect, self.cycles, self.course) = (minimumEffect, cycles, course)
    }

    /// `true` if the metric grows: a relevant rise that lasts to the end of the soak, and is not due to libraries.
    package var grows: Bool { rises && (course ?? .lasting) == .lasting && isOfLibraries != true }

    /// `true` if the whole interval is above zero and the estimate is at least the minimum effect.
    package var rises: Bool {
        guard let interval else { return false }
        return interval.lower > 0 && perCycle >= minimumEffect
    }
}

/// The course of a metric's rise over a soak.
package enum GrowthCourse: String, Codable, Hashable, Sendable, CaseIterable {
    /// The second half of the cycles rises by itself, at a rate comparable to the first half's.
    case lasting
    /// A few distinct steps explain the whole rise, such as a thread that joins a pool.
    case steps
    /// The second half rises much less than the first or not at all, as with a cache that fills up.
    case slowing
    /// There are too few cycles to judge the halves separately.
    case unclear
}
