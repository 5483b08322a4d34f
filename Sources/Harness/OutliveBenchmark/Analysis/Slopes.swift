internal import OutliveModel

/// Returns the change of every metric per cycle of a soak, over its judged cycles.
///
/// - Returns: a slope for each metric with two or more values; not for other resources that never changed.
func slopes(of soak: [SoakCycle], warmup: Int) -> [Slope] {
    let stretch = soak.judged(warmup: warmup)
    return Metric.allCases.compactMap { metric in
        if metric.isResource, Set(soak.compactMap { $0.value(of: metric) }).count < 2 { return nil }
        let values = stretch.map { $0.value(of: metric) }
        let present = values.compactMap(\.self)
        guard let trend = theilSen(values), let typical = median(of: present) else { return nil }
        let rise = Rise(values, trend: trend, knowsHeap: stretch.contains { $0.vitals?.tierBytes != nil })
        let effect = metric.minimumEffect(typical: typical, cycles: stretch.count, isSteady: rise.isSteady)
        return Slope(
            metric: metric, perCycle: trend.slope, interval: trend.interval, minimumEffect: effect,
            cycles: present.count, course: rise.course(of: metric, minimumEffect: effect))
    }
}

extension Metric {
    /// Returns the smallest change per cycle that counts as growth.
    ///
    /// It is the lesser of a limit for each cycle and a limit for all cycles together. For each cycle:
    ///
    /// - Time: 1 % of a reset, which doubles it in 100 cycles; less is within the drift of a machine's speed.
    /// - Memory: a page of 4 KiB, which is the resolution of the reading, or 0.02 % of the resident memory (1 % in 50
    ///   cycles) if that is more. An allocator's fragmentation grows with the heap.
    /// - Components, threads, descriptors and other counts: one in 20 cycles; counts are integers, so a smaller slope
    ///   rests on one or two steps.
    /// - Untouched memory: 64 KiB, half of what an allocator reserves at once.
    ///
    /// For all cycles: half a reset's time, 5 % of memory, or five of what is counted. Without this limit,
    /// 4 KiB per cycle (40 MB over 10 000 cycles) would go unreported.
    ///
    /// Memory that does not rise steadily may be a heap before a garbage collection. Its limits are 16 KiB per cycle
    /// and, for all cycles, 4 MiB and a fifth of the resident memory.
    func minimumEffect(typical: Double, cycles: Int, isSteady: Bool) -> Double {
        let cycles = Double(max(cycles, 1))
        switch self {
        case .resetSeconds: return min(0.01 * typical, 0.5 * typical / cycles)
        case .residentBytes, .childBytes:
            let steady = min(max(4096, 0.0002 * typical), 0.05 * typical / cycles)
            return isSteady ? steady : max(steady, min(16_384, max(4_194_304, 0.2 * typical) / cycles))
        case .untouchedBytes: return 65_536
        default: return min(0.05, 5 / cycles)
        }
    }
}

/// The rise of a metric over the judged cycles of a soak, in more detail than its slope.
private struct Rise {
    /// The minimum number of cycles for each half to have a confidence interval.
    private static let minimumCycles = 12
    /// The number of steps that a pool or an arena may take.
    private static let fewSteps = 3
    /// The part of a process's memory by which it may grow in few cycles when the heap is judged by itself.
    private static let unprovenShare = 0.04
    private let values: [Double?]
    private let present: [Double]
    private let trend: Trend
    private let knowsHeap: Bool

    /// - Parameter knowsHeap: `true` if all objects and blocks are counted, so that the rise decides on other memory.
    init(_ values: [Double?], trend: Trend, knowsHeap: Bool = false) {
        self.values = values
        self.trend = trend
        self.knowsHeap = knowsHeap
        present = values.compactMap(\.self)
    }

    var first: Double { present.first ?? 0 }
    var total: Double { (present.last ?? 0) - first }
    var climbs: [Double] { Self.climbs(of: present[...]) }

    /// `true` if nine of ten cycles add at least half the average, and the decreases are small.
    ///
    /// A leak of the same size in each cycle is steady.
    var isSteady: Bool {
        guard trend.slope > 0, present.count > 1 else { return false }
        let changes = zip(present, present.dropFirst()).map { $1 - $0 }
        let falls = changes.reduce(0) { $0 - min($1, 0) }
        return changes.count { $0 >= trend.slope / 2 } * 10 >= changes.count * 9 && falls <= 0.1 * total
    }

    func course(of metric: Metric, minimumEffect: Double) -> GrowthCourse {
        guard present.count >= Self.minimumCycles else {
            // In few cycles, only large and steady growth is certain.
            // Pages of code and of fragments are first used over many cycles, and blocks are judged without them.
            let isLarge = metric != .residentBytes || !knowsHeap || total >= Self.unprovenShare * first
            let isCertain = isSteady && isLarge && trend.slope >= 4 * minimumEffect
            return isCertain && addsAsMuchLate(present) ? .lasting : .unclear
        }
        switch metric {
        case .resetSeconds: return continues(minimumEffect, isCertain: false) ? .lasting : .slowing
        case .residentBytes, .childBytes:
            if isOfFewSteps { return .steps }
            let continues = continues(minimumEffect, isCertain: true) || climbsByQuarters(minimumEffect)
            return endsHighest && continues ? .lasting : .slowing
        case .untouchedBytes:
            // Allocators and collectors reserve memory in steps, and not with each cycle.
            return isSteady && addsAsMuchLate(present) ? .lasting : .steps
        default:
            // Counts have no useful interval: with a few steps in one half, it always reaches zero.
            if isOfFewSteps { return .steps }
            let late = Self.climbs(of: present[(present.count / 2 - 1)...])
            return endsHighest && late.count >= 2 && addsAsMuchLate(present) ? .lasting : .slowing
        }
    }

    private static func climbs(of values: ArraySlice<Double>) -> [Double] {
        guard var highest = values.first else { return [] }
        return values.dropFirst().compactMap { value in
            guard value > highest else { return nil }
            defer { highest = value }
            return value - highest
        }
    }

    /// `true` if the `fewSteps` largest increases make up at least four fifths of the sum of all.
    private var isOfFewSteps: Bool {
        let climbs = climbs.sorted(by: >)
        return climbs.prefix(Self.fewSteps).reduce(0, +) >= 0.8 * climbs.reduce(0, +)
    }

    /// `true` if the maximum is in the last third, unlike for a metric that rises and falls.
    private var endsHighest: Bool {
        let third = present.count / 3
        guard let late = present.suffix(third).max(), let early = present.dropLast(third).max() else { return false }
        return late > early
    }

    private func addsAsMuchLate(_ values: [Double]) -> Bool {
        guard let first = values.first, let last = values.last else { return false }
        let middle = values[values.count / 2]
        return last > middle && (last - middle) * 2 >= middle - first
    }

    private var quarters: [Double] {
        let size = present.count / 4
        return (0..<4).compactMap { median(of: Array(present[($0 * size)..<(($0 + 1) * size)])) }
    }

    /// The increase per cycle between the medians of the last two quarters.
    var lateRate: Double {
        guard present.count >= 4 else { return 0 }
        return (quarters[3] - quarters[2]) / Double(present.count / 4)
    }

    /// Returns `true` if every quarter is higher than the previous one, and the last step is at least half the first.
    ///
    /// A heap that is collected now and then climbs in steps, for which intervals are inconclusive.
    private func climbsByQuarters(_ minimumEffect: Double) -> Bool {
        let quarters = quarters
        let rises = zip(quarters, quarters.dropFirst()).map { $1 - $0 }
        return rises.allSatisfy { $0 > 0 } && rises[2] * 2 >= rises[0] && lateRate >= minimumEffect
    }

    /// Returns `true` if the second half rises by at least half the minimum effect, and its interval reaches half the
    /// first half's rate.
    ///
    /// - Parameter isCertain: `true` to require that the whole interval of the second half is above zero. Times of few
    ///   resets are too noisy for that.
    private func continues(_ minimumEffect: Double, isCertain: Bool) -> Bool {
        let middle = values.count / 2
        guard let early = theilSen(Array(values[..<middle])), let late = theilSen(Array(values[middle...])),
            let interval = late.interval
        else { return false }
        return (interval.lower > 0 || !isCertain) && late.slope >= minimumEffect / 2
            && interval.upper >= early.slope / 2
    }
}

/// The maximum number of cycles of an extended soak.
private let maximumCycles = 500
/// The multiple of the planned length from which a flat end rules out growth that is only possible.
private let timesPlanned = 3
/// The bytes that a garbage collector may allocate before its first collection, with a margin.
private let uncollectedBytes = 8_388_608.0
/// The maximum number of steps of a pool.
private let poolSteps = 8
/// The maximum number of steps of a pool of processes, which may start one worker with each cycle of work.
private let workerSteps = 16

/// Returns the growth in a soak that only further cycles can confirm or refute, or `nil` if there is none.
///
/// A heap before its first garbage collection and a pool that fills up grow like a leak for a while. If growth fails
/// the run, the soak therefore continues until the growth ends or is too large for either explanation.
func undecidedGrowth(in soak: [SoakCycle], plan: Plan) -> (metrics: [Metric], cyclesWanted: Int)? {
    guard plan.growth == .fail, soak.count < maximumCycles else { return nil }
    let stretch = soak.judged(warmup: plan.warmup)
    let risen = slopes(of: soak, warmup: plan.warmup).compactMap { slope -> (slope: Slope, rise: Rise)? in
        let values = stretch.map { $0.value(of: slope.metric) }
        return theilSen(values).map { (slope, Rise(values, trend: $0)) }
    }
    // Proven growth fails the run, regardless of other metrics.
    guard !risen.contains(where: { $0.slope.grows && isProven($0.slope, $0.rise) }) else { return nil }
    let isLong = soak.count >= timesPlanned * plan.soak
    let metrics = risen.filter { slope, rise in
        slope.grows || isPossible(slope) && (!isLong || rise.lateRate >= slope.minimumEffect)
    }.map(\.slope.metric)
    guard !metrics.isEmpty else { return nil }
    return (metrics, min(soak.count + max(soak.count / 2, 10), maximumCycles))
}

/// Returns `true` if further cycles may reveal growth: a garbage-collected heap that leaks is flat for a while.
private func isPossible(_ slope: Slope) -> Bool {
    slope.metric != .resetSeconds && slope.perCycle >= slope.minimumEffect && (slope.interval?.upper ?? 1) > 0
}

/// Returns `true` if growth is too large for a pool or an allocator to explain.
private func isProven(_ slope: Slope, _ rise: Rise) -> Bool {
    switch slope.metric {
    // A worker that a pool starts brings its memory with it.
    case .children, .childBytes, .childDescriptors, .childThreads: rise.climbs.count >= workerSteps
    case .residentBytes: rise.total >= max(uncollectedBytes, rise.first / 2)
    case .resetSeconds: false
    default: rise.isSteady || rise.climbs.count >= poolSteps
    }
}
