internal import OutliveModel

/// Growth that a soak shows and does not prove, which more cycles decide.
///
/// A heap that a garbage collector has not visited yet and a pool that fills up grow like a leak, for a while. So where
/// growth fails the run, the soak goes on until the growth ends, or is more than these explain.
struct GrowthDoubt {
    /// The most cycles that a soak is extended to.
    private static let mostCycles = 500
    /// How many times its planned length a soak may have before a flat end settles what is not claimed.
    private static let timesPlanned = 3
    /// What a garbage collector may allocate before its first collection, with room to spare.
    private static let uncollectedBytes = 8_388_608.0
    /// How many steps a pool takes at most.
    private static let poolSteps = 8

    /// What may grow.
    let metrics: [Metric]
    /// How many cycles the soak is to have before growth is judged again.
    let cyclesWanted: Int

    /// Judges a soak; nil where nothing is in doubt, or the soak is as long as it may get.
    init?(_ soak: [SoakCycle], plan: Plan) {
        guard plan.growth == .fail, soak.count < Self.mostCycles else { return nil }
        let stretch = soak.judged(warmup: plan.warmup)
        let risen = slopes(of: soak, warmup: plan.warmup).compactMap { slope -> (slope: Slope, rise: Rise)? in
            let values = stretch.map { $0.value(of: slope.metric) }
            return theilSen(values).map { (slope, Rise(values, trend: $0)) }
        }
        // What is proven fails the run, whatever becomes of the others.
        guard !risen.contains(where: { $0.slope.grows && Self.isProven($0.slope, $0.rise) }) else { return nil }
        let isLong = soak.count >= Self.timesPlanned * plan.soak
        metrics = risen.filter { slope, rise in
            slope.grows || Self.isPossible(slope) && (!isLong || rise.lateRate >= slope.minimumEffect)
        }.map(\.slope.metric)
        guard !metrics.isEmpty else { return nil }
        cyclesWanted = min(soak.count + max(soak.count / 2, 10), Self.mostCycles)
    }

    /// Whether growth is not claimed for want of cycles alone: a collected heap that leaks is flat for a while, too.
    private static func isPossible(_ slope: Slope) -> Bool {
        slope.metric != .resetSeconds && slope.perCycle >= slope.minimumEffect && (slope.interval?.upper ?? 1) > 0
    }

    /// Whether growth is more than a pool or an allocator explains.
    private static func isProven(_ slope: Slope, _ rise: Rise) -> Bool {
        switch slope.metric {
        case .liveComponents, .threads, .descriptors: rise.isSteady || rise.climbs.count >= poolSteps
        case .residentBytes: rise.total >= max(uncollectedBytes, rise.first / 2)
        case .resetSeconds: false
        }
    }
}
