package import OutliveModel

extension ReportComparison {
    /// Compares the runs of two builds, with a second run of the earlier one as a control.
    ///
    /// A difference counts only if the later build differs from both runs of the earlier one, and a time or level only if
    /// it differs by more than these two do.
    ///
    /// - Parameters:
    ///   - old: The run of the earlier build.
    ///   - control: The second run of the same build.
    ///   - new: The run of the later build.
    package init(
        ofBuilds old: (report: Report, facts: ComparedReport), control: (report: Report, facts: ComparedReport),
        to new: (report: Report, facts: ComparedReport), policy: ComparisonPolicy, toolVersion: String
    ) {
        self.init(from: old, to: new, policy: policy, toolVersion: toolVersion)
        let again = ReportComparison(from: control, to: new, policy: policy, toolVersion: toolVersion)
        let itself = ReportComparison(from: old, to: control, policy: policy, toolVersion: toolVersion)
        self.control = ComparisonControl(
            report: control.facts, run: itself.runs.first?.new, times: itself.runs.flatMap(\.times),
            levels: LevelChange.levels(of: old.report, control.report, new.report),
            refuted: keepChanges(in: again), refutedAllocations: keepAllocations(in: again))
        failures = [old, control, new].flatMap { run in
            run.report.failures.map { failure in
                var labelled = failure
                labelled.message = "\(run.facts.name): \(failure.message)"
                return labelled
            }
        }
    }
}

extension LevelChange {
    /// Returns the levels of two runs of one build and of a run of another.
    ///
    /// Resources of the kernel are left out unless they differ.
    static func levels(of old: Report, _ control: Report, _ new: Report) -> [LevelChange] {
        Metric.allCases.compactMap { metric in
            guard metric != .resetSeconds, metric != .untouchedBytes,
                let (then, again, now) = all(old.level(of: metric), control.level(of: metric), new.level(of: metric))
            else { return nil }
            let change = LevelChange(
                metric: metric, old: then.median, new: now.median, control: again.median,
                isDifference: now.isBeyond(then, again, leastEffect: metric.leastDifference(then.median)))
            return metric.isResource && !change.isDifference ? nil : change
        }
    }

    private static func all<Value>(_ one: Value?, _ two: Value?, _ three: Value?) -> (Value, Value, Value)? {
        guard let one, let two, let three else { return nil }
        return (one, two, three)
    }
}

/// The values of a metric in the judged cycles of a soak.
private struct Level {
    let lowest, median, highest: Double

    /// Returns `true` if no value lies within the values of two runs of another build, and the distance to both is greater
    /// than their own and than the least effect.
    func isBeyond(_ one: Level, _ other: Level, leastEffect: Double) -> Bool {
        let (low, high) = (min(one.lowest, other.lowest), max(one.highest, other.highest))
        guard lowest > high || highest < low else { return false }
        let distance = min(abs(median - one.median), abs(median - other.median))
        return distance >= leastEffect && distance > 2 * abs(one.median - other.median)
    }
}

extension Report {
    fileprivate func level(of metric: Metric) -> Level? {
        let values = soak.judged(warmup: plan.warmup).compactMap { $0.value(of: metric) }
        guard let middle = median(of: values), let low = values.min(), let high = values.max() else { return nil }
        return Level(lowest: low, median: middle, highest: high)
    }
}

extension Metric {
    /// Returns the least difference of the levels of two builds: a megabyte and a twentieth of memory, two threads, which
    /// a pool starts or not by chance, and one of anything else.
    fileprivate func leastDifference(_ level: Double) -> Double {
        switch unit {
        case .bytes: max(1_048_576, 0.05 * level)
        case .seconds, .count: self == .threads || self == .childThreads ? 2 : 1
        }
    }
}
