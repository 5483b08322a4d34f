internal import OutliveModel

/// Growth that a soak shows and does not prove, which more cycles decide.
///
/// A heap that a garbage collector has not visited yet and a pool that fills up grow like a leak, for a while. So where
/// growth fails the run, the soak goes on until the growth ends, or is more than these explain.
struct GrowthDoubt {
    /// The most cycles that a soak is extended to while growth is claimed.
    private static let mostCycles = 500
    /// The most cycles, in planned ones, that it is extended to where growth is possible and not claimed.
    private static let mostTimes = 3
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
        guard plan.growth == .fail else { return nil }
        let slopes = slopes(of: soak, warmup: plan.warmup)
        let stretch = soak.judged(warmup: plan.warmup)
        // What is proven fails the run, whatever becomes of the others.
        let isProven = slopes.contains { slope in
            slope.grows && Self.isProven(slope, stretch.map { $0.value(of: slope.metric) })
        }
        guard !isProven else { return nil }
        let claimed = slopes.filter(\.grows)
        let open = claimed.isEmpty ? slopes.filter(Self.isPossible) : claimed
        let most = claimed.isEmpty ? min(Self.mostTimes * plan.soak, Self.mostCycles) : Self.mostCycles
        guard !open.isEmpty, soak.count < most else { return nil }
        metrics = open.map(\.metric)
        cyclesWanted = min(soak.count + max(soak.count / 2, 10), most)
    }

    /// Whether growth is not claimed for want of cycles alone: the estimate matters, and the interval does not contradict.
    private static func isPossible(_ slope: Slope) -> Bool {
        slope.metric != .resetSeconds && slope.perCycle >= slope.minimumEffect && (slope.interval?.upper ?? 1) > 0
    }

    /// Whether growth is more than a pool or an allocator explains.
    private static func isProven(_ slope: Slope, _ values: [Double?]) -> Bool {
        guard let trend = theilSen(values) else { return false }
        let rise = Rise(values, trend: trend)
        switch slope.metric {
        case .liveComponents, .threads, .descriptors: return rise.isSteady || rise.climbs.count >= poolSteps
        case .residentBytes: return rise.total >= max(uncollectedBytes, 0.5 * (values.compactMap(\.self).first ?? 0))
        case .resetSeconds: return false
        }
    }
}
