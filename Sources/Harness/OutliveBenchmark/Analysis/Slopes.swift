internal import OutliveModel

/// Returns the change of every metric per cycle of a soak, over its judged cycles.
///
/// - Parameters:
///   - soak: the cycles of a soak, in order.
///   - warmup: the minimum number of cycles to skip.
/// - Returns: a slope for each metric with two or more values.
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
    /// Returns the smallest change per cycle that counts as growth.
    ///
    /// It is the lesser of a limit for each cycle and a limit for all cycles together. For each cycle:
    ///
    /// - Time: 1 % of a reset, which doubles it in 100 cycles; less is within the drift of a machine's speed.
    /// - Memory: a page of 4 KiB, the resolution of the reading, and at least 0.02 % of the resident memory (1 % in 50
    ///   cycles), because an allocator's fragmentation grows with the heap.
    /// - Components, threads, descriptors: one in 20 cycles; they are whole, so a smaller slope rests on a step or two.
    ///
    /// For all cycles: half a reset's time, 5 % of memory, five components, threads or descriptors. Without this limit,
    /// 4 KiB per cycle (40 MB over 10 000 cycles) would go unreported.
    ///
    /// Memory that does not rise steadily may be a heap before a garbage collection. Its limits are 16 KiB per cycle
    /// and, for all cycles, 4 MiB and a fifth of the resident memory.
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
