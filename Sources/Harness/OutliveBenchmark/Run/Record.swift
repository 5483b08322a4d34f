package import OutliveModel

/// The measurements of a run so far, which are kept even if the run fails.
///
/// Used by one task only.
final class Record {
    private(set) var samples: [Sample] = []
    private(set) var soak: [SoakCycle] = []
    var doubtful: Set<Metric> = []
    private var meter: ProgressMeter
    private let report: @Sendable (Benchmark.Progress) -> Void
    private var lastStep = SuspendingClock.now

    init(planned: [Arm: Int], progress: @escaping @Sendable (Benchmark.Progress) -> Void) {
        meter = ProgressMeter(planned: planned)
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

    init(planned: [Arm: Int]) { self.planned = planned }

    mutating func skip(_ arm: Arm) { planned[arm] = done[arm, default: 0] }

    /// Records a sample and its cost in seconds of wall-clock time.
    mutating func finished(_ arm: Arm, seconds: Double) -> Benchmark.Progress {
        done[arm, default: 0] += 1
        planned[arm] = max(planned[arm, default: 0], done[arm, default: 0])
        spent[arm, default: 0] += seconds
        let left = Arm.allCases.reduce(0.0) { sum, arm in
            sum + Double(max(0, planned[arm, default: 0] - done[arm, default: 0])) * cost(of: arm)
        }
        return Benchmark.Progress(
            arm: arm, done: done.values.reduce(0, +), total: planned.values.reduce(0, +), secondsLeft: left)
    }

    /// Returns the expected cost of one sample; an arm without samples costs as much as the most similar one.
    private func cost(of arm: Arm) -> Double {
        if let count = done[arm], let seconds = spent[arm] { return seconds / Double(count) }
        switch arm {
        case .soak: return done[.reset] == nil ? 0 : cost(of: .reset)
        case .reset: return done[.launch] == nil ? 0 : cost(of: .launch)
        case .launch: return done[.reset] == nil ? 0 : cost(of: .reset)
        case .ping: return 0
        }
    }
}
