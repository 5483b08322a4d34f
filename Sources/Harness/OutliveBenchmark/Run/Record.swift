internal import OutliveModel

/// The measurements of a run so far, which are kept even if the run fails.
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

    /// Creates an empty record with the planned number of samples of each arm.
    init(planned: [Arm: Int], progress: @escaping @Sendable (Benchmark.Progress) -> Void) {
        meter = ProgressMeter(planned: planned)
        report = progress
        lastStep = clock.now
    }

    var nextOrder: Int { samples.count }

    func keep(_ sample: Sample) {
        samples.append(sample)
    }

    func keep(_ cycle: SoakCycle) {
        soak.append(cycle)
    }

    /// Reports the progress after all work for a sample.
    func step(_ arm: Arm) {
        let now = clock.now
        report(meter.finished(arm, seconds: lastStep.duration(to: now) / .seconds(1)))
        lastStep = now
    }

    /// Removes the rest of an arm from the plan.
    func skip(_ arm: Arm) {
        meter.skip(arm)
    }
}
