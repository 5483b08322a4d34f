internal import OutliveModel

/// How every metric changed from cycle to cycle of a soak, in the cycles that growth is judged by.
///
/// - Parameters:
///   - soak: the cycles of a soak, in order.
///   - warmup: the fewest cycles of the stretch that are left out.
/// - Returns: a slope for each metric that was read in two cycles or more.
func slopes(of soak: [SoakCycle], warmup: Int) -> [Slope] {
    let stretch = soak.judged(warmup: warmup)
    return Metric.allCases.compactMap { metric in
        let values = stretch.map { $0.value(of: metric) }
        let present = values.compactMap(\.self)
        guard let trend = theilSen(values), let typical = median(of: present) else { return nil }
        let rise = Rise(values, trend: trend)
        let effect = metric.minimumEffect(typical: typical, cycles: stretch.count, isSteady: rise.isSteady)
        return Slope(
            metric: metric, perCycle: trend.slope, interval: trend.interval, minimumEffect: effect,
            cycles: present.count, course: rise.course(of: metric, minimumEffect: effect))
    }
}

extension Metric {
    /// The smallest change per cycle that counts as growth: what matters from one reset to the next, or what that adds
    /// up to over a long soak, where that is less.
    ///
    /// - Time: 1 % of a reset, which doubles it in 100 cycles; less is within what a machine's speed drifts by.
    /// - Memory: a page of 4 KiB, the grain of the reading, and at least 0.02 % of what is resident (1 % in 50 cycles),
    ///   as an allocator's fragmentation grows with the heap.
    /// - Components, threads, descriptors: one in 20 cycles; they are whole, so a smaller slope rests on a step or two.
    ///
    /// Over all the cycles: half a reset's time, 5 % of memory, five components, threads or descriptors. Without this
    /// limit, 4 KiB per cycle (40 MB over 10 000 cycles) would go unreported.
    ///
    /// Memory that rises by fits and starts is what a heap does that a garbage collector has not visited yet. There it
    /// takes 16 KiB a cycle or, over all the cycles, 4 MiB and a fifth of what is resident.
    func minimumEffect(typical: Double, cycles: Int, isSteady: Bool) -> Double {
        let cycles = Double(max(cycles, 1))
        switch self {
        case .resetSeconds: return min(0.01 * typical, 0.5 * typical / cycles)
        case .residentBytes:
            let steady = min(max(4096, 0.0002 * typical), 0.05 * typical / cycles)
            return isSteady ? steady : max(steady, min(16_384, max(4_194_304, 0.2 * typical) / cycles))
        case .liveComponents, .threads, .descriptors: return min(0.05, 5 / cycles)
        }
    }
}
