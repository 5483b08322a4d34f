public import OutliveModel

extension Benchmark {
    /// How far a run has come.
    public struct Progress: Hashable, Sendable {
        /// What was measured last.
        public var arm: Arm
        /// Samples taken, of all arms, warm-up included.
        public var done: Int
        /// Samples that the whole run takes.
        public var total: Int
        /// Seconds until the last sample is expected, judged by what the samples so far took.
        public var secondsLeft: Double

        /// Makes a statement of progress.
        public init(arm: Arm, done: Int, total: Int, secondsLeft: Double) {
            self.arm = arm
            self.done = done
            self.total = total
            self.secondsLeft = secondsLeft
        }
    }
}

/// Tells how far a run has come, from what each sample cost, work and settling included.
struct ProgressMeter {
    private var planned: [Arm: Int]
    private var done: [Arm: Int] = [:]
    private var spent: [Arm: Double] = [:]

    init(planned: [Arm: Int]) {
        self.planned = planned
    }

    /// Takes out an arm that turned out to be impossible.
    mutating func skip(_ arm: Arm) {
        planned[arm] = done[arm, default: 0]
    }

    /// Notes that a sample was taken, and what it cost in seconds on the wall clock.
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

    /// What one sample of the arm is expected to cost; one not yet begun costs as much as the arm most like it.
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
