internal import OutliveModel

/// The line of a slope: where it lies, besides how steep it is.
struct SoakTrend: Hashable {
    /// The first cycle that the slope rests on, and the last.
    let first: Int
    let last: Int
    private let perCycle: Double
    private let atFirst: Double

    /// Fits a line of that slope to the cycles that it was estimated from: half of them lie above it.
    ///
    /// As the slopes are: the longest stretch without a fallback, its first fifth left out.
    /// Source: Conover, "Practical Nonparametric Statistics", 1980, 5.5: through the medians.
    ///
    /// - Parameters:
    ///   - cycles: in order.
    ///   - warmup: the fewest cycles of the stretch that are left out.
    init?(_ slope: Slope, _ cycles: [SoakCycle], warmup: Int) {
        let longest = cycles.split(whereSeparator: \.fellBack).max { $0.count < $1.count } ?? []
        let judged = longest.dropFirst(max(warmup, longest.count / 5)).filter { cycle in
            cycle.value(of: slope.metric).map(PlotAxis.canShow) ?? false
        }
        guard let first = judged.first?.cycle, let last = judged.last?.cycle, first < last, slope.perCycle.isFinite
        else {
            return nil
        }
        let heights = judged.compactMap { cycle in
            cycle.value(of: slope.metric).map { $0 - slope.perCycle * Double(cycle.cycle - first) }
        }
        guard let height = Quartiles(heights)?.median, height.isFinite else { return nil }
        self.first = first
        self.last = last
        perCycle = slope.perCycle
        atFirst = height
    }

    /// What the line says of a cycle, in the metric's unit.
    func value(at cycle: Int) -> Double { atFirst + perCycle * Double(cycle - first) }
}
