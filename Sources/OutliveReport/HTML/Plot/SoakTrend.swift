internal import OutliveModel

/// The line of a slope: where it lies, besides how steep it is.
struct SoakTrend: Hashable {
    /// A place on the line.
    struct End: Hashable {
        /// Between two cycles where the line is cut.
        let cycle: Double
        let value: Double
    }

    /// The first cycle that the slope rests on, and the last.
    let first: Int
    let last: Int
    private let perCycle: Double
    private let atFirst: Double

    /// Fits a line of that slope to the cycles that it was estimated from: half of them lie above it.
    ///
    /// Source: Conover, "Practical Nonparametric Statistics", 1980, 5.5: through the medians.
    ///
    /// - Parameters:
    ///   - cycles: in order.
    ///   - warmup: the fewest cycles of the stretch that are left out.
    init?(_ slope: Slope, _ cycles: [SoakCycle], warmup: Int) {
        let judged = cycles.judged(warmup: warmup).filter { cycle in
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
    func value(at cycle: Int) -> Double { value(at: Double(cycle)) }

    private func value(at cycle: Double) -> Double { atFirst + perCycle * (cycle - Double(first)) }

    /// The part of the line that lies in a range of values: it ends where it leaves the range, and is not bent there.
    ///
    /// - Returns: the two ends, the earlier one first; nil where the line is outside from end to end.
    func part(in range: ClosedRange<Double>) -> (from: End, to: End)? {
        var cycles = (Double(first), Double(last))
        if perCycle != 0 {
            let crossings = [range.lowerBound, range.upperBound].map { Double(first) + ($0 - atFirst) / perCycle }
            cycles = (max(cycles.0, crossings.min() ?? cycles.0), min(cycles.1, crossings.max() ?? cycles.1))
        } else if !range.contains(atFirst) {
            return nil
        }
        guard cycles.0 < cycles.1 else { return nil }
        return (End(cycle: cycles.0, value: value(at: cycles.0)), End(cycle: cycles.1, value: value(at: cycles.1)))
    }
}
