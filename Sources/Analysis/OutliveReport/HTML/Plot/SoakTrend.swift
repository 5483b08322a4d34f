internal import OutliveModel

/// The fitted line of a slope.
struct SoakTrend: Hashable {
    /// An end of the line.
    struct End: Hashable {
        /// The cycle, fractional if the line is clipped there.
        let cycle: Double
        let value: Double
    }

    /// The first and the last cycle of the estimate.
    let first: Int
    let last: Int
    private let perCycle: Double
    private let atFirst: Double

    /// Fits a line with the given slope through the cycles of its estimate, so that half of them lie above it.
    ///
    /// Source: Conover, "Practical Nonparametric Statistics", 1980, 5.5: the line through the medians.
    ///
    /// - Parameters:
    ///   - cycles: The cycles in order.
    ///   - warmup: The minimum number of cycles of a process that are left out.
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

    /// Returns the value of the line at a cycle, in the unit of the metric.
    func value(at cycle: Int) -> Double { value(at: Double(cycle)) }

    private func value(at cycle: Double) -> Double { atFirst + perCycle * (cycle - Double(first)) }

    /// Returns the part of the line that lies in a range of values.
    ///
    /// - Returns: Both ends, the earlier one first, or `nil` if the whole line is outside.
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
