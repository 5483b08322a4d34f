package import OutliveModel

/// The measurements of a run so far, which are kept even if the run fails.
///
/// Used by one task only.
final class Record {
    private(set) var samples: [Sample] = []
    private(set) var soak: [SoakCycle] = []
    /// The names of what rose in the planned soak, so that it was extended.
    var doubtful: [String] = []
    private var meter: ProgressMeter
    private let report: @Sendable (Benchmark.Progress) -> Void
    private var lastStep = SuspendingClock.now

    init(planned: [Arm: Int], subject: Arm, progress: @escaping @Sendable (Benchmark.Progress) -> Void) {
        meter = ProgressMeter(planned: planned, subject: subject)
        report = progress
    }

    var nextOrder: Int { samples.count }

    func keep(_ sample: Sample) { samples.append(sample) }
    func keep(_ cycle: SoakCycle) { soak.append(cycle) }

    /// Reports the progress after all work for a sample.
    func step(_ arm: Arm) {
        let now = SuspendingClock.now
        report(meter.finished(arm, seconds: lastStep.duration(to: now) / .seconds(1)))
        lastStep = now
    }

    func skip(_ arm: Arm) { meter.skip(arm) }
}

extension Benchmark {
    package struct Progress: Hashable, Sendable {
        /// The arm of the last sample.
        package var arm: Arm
        /// The number of samples taken in all arms, including the warm-up.
        package var done: Int
        package var total: Int
        /// The estimated seconds until the last sample.
        package var secondsLeft: Double
    }
}

/// An estimate of the progress from the cost of each sample, including work and settling.
struct ProgressMeter {
    private var planned: [Arm: Int]
    private var done: [Arm: Int] = [:]
    private var spent: [Arm: Double] = [:]
    /// The arm that a cycle of the soak costs as much as.
    private let subject: Arm

    init(planned: [Arm: Int], subject: Arm = .reset) { (self.planned, self.subject) = (planned, subject) }

    mutating func skip(_ arm: Arm) { planned[arm] = done[arm, default: 0] }

    /// Records a sample and its cost in seconds of wall-clock time.
    mutating func finished(_ arm: Arm, seconds: Double) -> Benchmark.Progress {
        done[arm, default: 0] += 1
        planned[arm] = max(planned[arm, default: 0], done[arm, default: 0])
        spent[arm, default: 0] += seconds
        let left = planned.keys.reduce(0.0) { sum, arm in
            sum + Double(max(0, planned[arm, default: 0] - done[arm, default: 0])) * cost(of: arm)
        }
        return Benchmark.Progress(
            arm: arm, done: done.values.reduce(0, +), total: planned.values.reduce(0, +), secondsLeft: left)
    }

    /// Returns the expected cost of one sample; an arm without samples costs as much as the others on average.
    private func cost(of arm: Arm) -> Double {
        if let count = done[arm], let seconds = spent[arm] { return seconds / Double(count) }
        if arm == .soak { return done[subject] == nil ? 0 : cost(of: subject) }
        let known = done.keys.filter { $0 != .soak && $0 != .ping }
        guard arm != .ping, !known.isEmpty else { return 0 }
        return known.reduce(0) { $0 + cost(of: $1) } / Double(known.count)
    }
}
