package import OutliveModel

extension Benchmark {
    /// The progress of a run.
    package struct Progress: Hashable, Sendable {
        /// The arm of the last sample.
        package var arm: Arm
        /// The number of samples taken in all arms, including the warm-up.
        package var done: Int
        /// The number of samples of the whole run.
        package var total: Int
        /// The estimated seconds until the last sample.
        package var secondsLeft: Double

        /// Creates a progress value.
        package init(arm: Arm, done: Int, total: Int, secondsLeft: Double) {
            self.arm = arm
            self.done = done
            self.total = total
            self.secondsLeft = secondsLeft
        }
    }
}

/// An estimate of the progress from the cost of each sample, including work and settling.
struct ProgressMeter {
    private var planned: [Arm: Int]
    private var done: [Arm: Int] = [:]
    private var spent: [Arm: Double] = [:]

    init(planned: [Arm: Int]) {
        self.planned = planned
    }

    /// Removes an arm that turned out to be impossible.
    mutating func skip(_ arm: Arm) {
        planned[arm] = done[arm, default: 0]
    }

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
