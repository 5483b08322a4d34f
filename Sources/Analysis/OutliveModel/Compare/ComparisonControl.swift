/// A second run of the earlier build, which shows by how much two runs of one build differ.
package struct ComparisonControl: Codable, Hashable, Sendable {
    package var report: ComparedReport
    /// The plan and the slopes of the run; `nil` if it measured nothing that can be compared.
    package var run: Shard?
    /// The times of the second run compared with the first.
    package var times: [TimeChange]
    /// The levels of the later build compared with both runs of the earlier one.
    package var levels: [LevelChange]
    /// The number of changes of leaks, state and growth that only one of the two runs shows, and that are no changes.
    package var refuted: Int
    /// The number of changes of allocations that only one of the two runs shows.
    package var refutedAllocations: Int

    package init(
        report: ComparedReport, run: Shard? = nil, times: [TimeChange], levels: [LevelChange], refuted: Int = 0,
        refutedAllocations: Int = 0
    ) {
        (self.report, self.run, self.times, self.levels) = (report, run, times, levels)
        (self.refuted, self.refutedAllocations) = (refuted, refutedAllocations)
    }

    package func time(of subject: Arm) -> TimeChange? { times.first { $0.subject == subject } }
}

/// The level of a metric in the judged cycles of a soak, in the metric's unit.
package struct LevelChange: Codable, Hashable, Sendable {
    package var metric: Metric
    /// The medians of the cycles.
    package var old, new, control: Double
    /// `true` if the later build is known to use more or less than the earlier one.
    package var isDifference: Bool

    package init(metric: Metric, old: Double, new: Double, control: Double, isDifference: Bool) {
        (self.metric, self.old, self.new, self.control) = (metric, old, new, control)
        self.isDifference = isDifference
    }
}

extension TimeChange {
    /// The least ratio of two times that counts as a difference of two builds: the layout of memory alone, which changes
    /// with each launch and each link, makes a program some percent slower or faster.
    package static let leastRatio = 1.05

    /// Returns `true` if the times of two builds differ by more than two runs of one build do.
    ///
    /// The whole interval has to lie beyond the control's farther end and the least ratio, in either direction, as the
    /// direction of the control is chance.
    package func isBeyond(_ control: TimeChange?) -> Bool {
        guard let interval else { return false }
        let ends = control.map { [$0.interval?.lower ?? $0.ratio, $0.interval?.upper ?? $0.ratio] } ?? []
        let noise = ends.filter { $0 > 0 }.reduce(Self.leastRatio) { max($0, $1, 1 / $1) }
        return interval.lower > noise || interval.upper < 1 / noise
    }
}

extension ReportComparison {
    /// Returns `true` if a time of the later run differs from the earlier one's by more than chance.
    ///
    /// Without a control, its interval does not contain 1.
    package func isDifference(_ time: TimeChange) -> Bool {
        if let control { return time.isBeyond(control.time(of: time.subject)) }
        return time.interval.map { $0.lower > 1 || $0.upper < 1 } ?? false
    }

    /// The times in which two builds differ; empty without a control.
    package var differingTimes: [TimeChange] {
        control == nil ? [] : runs.flatMap(\.times).filter(isDifference)
    }

    /// The levels in which two builds differ; empty without a control.
    package var differingLevels: [LevelChange] { control?.levels.filter(\.isDifference) ?? [] }
}
