internal import OutliveModel

/// What a run has measured so far, kept whatever becomes of the run, and told to whoever watches.
///
/// Used by one task only.
final class Record {
    private(set) var samples: [Sample] = []
    private(set) var soak: [SoakCycle] = []
    /// The growth for which the soak was extended.
    var doubtful: Set<Metric> = []
    private var meter: ProgressMeter
    private let report: @Sendable (Benchmark.Progress) -> Void
    private let clock = SuspendingClock()
    private var lastStep: SuspendingClock.Instant

    /// Makes an empty record of the arms planned, with the number of samples of each.
    init(planned: [Arm: Int], progress: @escaping @Sendable (Benchmark.Progress) -> Void) {
        meter = ProgressMeter(planned: planned)
        report = progress
        lastStep = clock.now
    }

    /// The place of the next sample in the order of the run.
    var nextOrder: Int { samples.count }

    /// Keeps a sample.
    func keep(_ sample: Sample) {
        samples.append(sample)
    }

    /// Keeps a cycle of the soak.
    func keep(_ cycle: SoakCycle) {
        soak.append(cycle)
    }

    /// Tells that everything that belongs to a sample of the arm is over.
    func step(_ arm: Arm) {
        let now = clock.now
        report(meter.finished(arm, seconds: lastStep.duration(to: now) / .seconds(1)))
        lastStep = now
    }

    /// Takes out of the plan what is left of an arm.
    func skip(_ arm: Arm) {
        meter.skip(arm)
    }
}
