internal import OutliveModel

/// Growth in a soak that only further cycles can confirm or refute.
///
/// A heap before its first garbage collection and a pool that fills up grow like a leak for a while. If growth fails
/// the run, the soak therefore continues until the growth ends or exceeds these explanations.
struct UndecidedGrowth {
    /// The maximum number of cycles of an extended soak.
    private static let mostCycles = 500
    /// The multiple of the planned length at which a flat end settles growth that is only possible.
    private static let timesPlanned = 3
    /// The bytes that a garbage collector may allocate before its first collection, with a margin.
    private static let uncollectedBytes = 8_388_608.0
    /// The maximum number of steps of a pool.
    private static let poolSteps = 8

    let metrics: [Metric]
    let cyclesWanted: Int

    init?(_ soak: [SoakCycle], plan: Plan) {
        guard plan.growth == .fail, soak.count < Self.mostCycles else { return nil }
        let stretch = soak.judged(warmup: plan.warmup)
        let risen = slopes(of: soak, warmup: plan.warmup).compactMap { slope -> (slope: Slope, rise: Rise)? in
            let values = stretch.map { $0.value(of: slope.metric) }
            return theilSen(values).map { (slope, Rise(values, trend: $0)) }
        }
        // Proven growth fails the run, regardless of other metrics.
        guard !risen.contains(where: { $0.slope.grows && Self.isProven($0.slope, $0.rise) }) else { return nil }
        let isLong = soak.count >= Self.timesPlanned * plan.soak
        metrics = risen.filter { slope, rise in
            slope.grows || Self.isPossible(slope) && (!isLong || rise.lateRate >= slope.minimumEffect)
        }.map(\.slope.metric)
        guard !metrics.isEmpty else { return nil }
        cyclesWanted = min(soak.count + max(soak.count / 2, 10), Self.mostCycles)
    }

    /// Returns `true` if only a lack of cycles keeps growth from being claimed: a collected heap that leaks is flat for
    /// a while.
    private static func isPossible(_ slope: Slope) -> Bool {
        slope.metric != .resetSeconds && slope.perCycle >= slope.minimumEffect && (slope.interval?.upper ?? 1) > 0
    }

    /// Returns `true` if growth exceeds the explanation by a pool or an allocator.
    private static func isProven(_ slope: Slope, _ rise: Rise) -> Bool {
        switch slope.metric {
        case .liveComponents, .threads, .descriptors: rise.isSteady || rise.climbs.count >= poolSteps
        case .residentBytes: rise.total >= max(uncollectedBytes, rise.first / 2)
        case .resetSeconds: false
        }
    }
}
