/// A comparison of ways to start fresh, measured side by side in blocks.
package struct Comparison: Hashable, Sendable {
    /// The number of complete blocks in the figures, without warm-up; with two arms, of pairs.
    package var pairs: Int
    /// The times of the arms, in the order of the plan.
    package var arms: [ArmTimes]
    /// The ratios of the reference to each other arm, then of all other pairs.
    package var ratios: [ArmRatio]

    package init(pairs: Int, arms: [ArmTimes], ratios: [ArmRatio]) {
        (self.pairs, self.arms, self.ratios) = (pairs, arms, ratios)
    }

    package func times(of arm: Arm) -> ArmTimes? { arms.first { $0.arm == arm } }

    /// The ratios of the reference to each other arm.
    package var toReference: [ArmRatio] { ratios.filter { $0.base == ratios.first?.base } }

    /// The only ratio, or of several arms the ratio of the reference to the one that is certain to be the fastest.
    ///
    /// It is `nil` without ratios, if the intervals leave open which arm is the fastest, or if it is the reference.
    package var leading: ArmRatio? {
        ratios.count == 1 ? ratios[0] : toReference.first { $0.arm == fastest }
    }

    /// The arm that is faster than every other by its whole interval, or `nil` if the intervals leave it open.
    package var fastest: Arm? {
        arms.lazy.map(\.arm).first { arm in
            let own = ratios.filter { $0.base == arm || $0.arm == arm }
            return !own.isEmpty && own.allSatisfy { $0.faster == arm }
        }
    }

    /// The times without the ratios.
    var withoutRatios: Comparison { Comparison(pairs: pairs, arms: arms, ratios: []) }

    /// Returns the comparison without the ratios of some arms.
    func without(_ arms: some Collection<Arm>) -> Comparison {
        Comparison(
            pairs: pairs, arms: self.arms, ratios: ratios.filter { !arms.contains($0.arm) && !arms.contains($0.base) })
    }

    /// Returns the time that 100 starts by an arm save over 100 by its base, in seconds; negative if they cost more.
    package func savedSecondsPer100(_ ratio: ArmRatio) -> Double {
        guard let base = times(of: ratio.base), let arm = times(of: ratio.arm) else { return 0 }
        return 100 * (base.total.median - arm.total.median)
    }
}

/// The times of one arm, in seconds.
package struct ArmTimes: Codable, Hashable, Sendable {
    package var arm: Arm
    /// The time from the request to ready, including the cost of fallbacks.
    package var total: Summary
    /// The stop of a relaunch; `nil` for other arms.
    package var stop: Summary?
    /// The start of a relaunch; `nil` for other arms.
    package var start: Summary?

    package init(arm: Arm, total: Summary, stop: Summary? = nil, start: Summary? = nil) {
        (self.arm, self.total, self.stop, self.start) = (arm, total, stop, start)
    }
}

/// The ratio of the times of two arms.
package struct ArmRatio: Codable, Hashable, Sendable {
    /// The arm whose time is divided.
    package var base: Arm
    /// The arm by whose time it is divided.
    package var arm: Arm
    /// The ratio of the medians, `base` by `arm`: above 1, `arm` is faster.
    package var ratio: Double
    /// The bootstrap interval of `ratio`; `nil` with fewer than 6 blocks.
    ///
    /// The intervals of a comparison hold together at their level, so each is wider the more pairs of arms there are.
    package var interval: Interval?

    /// The arm that is faster by the whole interval; `nil` if the interval contains 1, or without one.
    package var faster: Arm? {
        guard let interval, interval.lower > 1 || interval.upper < 1 else { return nil }
        return interval.lower > 1 ? arm : base
    }

    package init(base: Arm, arm: Arm, ratio: Double, interval: Interval?) {
        (self.base, self.arm, self.ratio, self.interval) = (base, arm, ratio, interval)
    }
}

/// The location and spread of a set of samples, in seconds.
package struct Summary: Codable, Hashable, Sendable {
    package var count: Int
    package var minimum: Double
    /// The middle sample, or the mean of the two middle ones.
    package var median: Double
    package var maximum: Double
    /// The median absolute deviation from the median, not scaled.
    package var medianAbsoluteDeviation: Double
    /// The number of samples flagged as outliers; all figures include them.
    package var outliers: Int
    /// The interval of the median, whatever the distribution; `nil` with fewer than 6 samples, and in older reports.
    package var interval: Interval?

    package init(
        count: Int, minimum: Double, median: Double, maximum: Double, medianAbsoluteDeviation: Double, outliers: Int,
        interval: Interval? = nil
    ) {
        (self.count, self.minimum, self.median) = (count, minimum, median)
        (self.maximum, self.medianAbsoluteDeviation, self.outliers) = (maximum, medianAbsoluteDeviation, outliers)
        self.interval = interval
    }
}

/// A range that contains the true value with the stated confidence.
package struct Interval: Codable, Hashable, Sendable {
    package var lower: Double
    package var upper: Double
    /// The confidence, between 0 and 1: 0.95 for 95 %.
    package var level: Double

    package init(lower: Double, upper: Double, level: Double = 0.95) {
        (self.lower, self.upper, self.level) = (lower, upper, level)
    }
}
