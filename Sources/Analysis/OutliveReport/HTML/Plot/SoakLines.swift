internal import OutliveModel

/// The points of a line that share a place, as a picture has no room for more.
struct LineColumn: Hashable {
    /// The middle of the column, or the place of a single point, in pixels.
    var x: Double
    var minimum: Double
    /// The median of the values.
    var middle: Double
    var maximum: Double

    /// Returns the columns of points. Every point counts, and every extreme is kept.
    ///
    /// - Parameters:
    ///   - points: The points by `x`, ascending, from 0.
    ///   - width: The width of a column in pixels, or 0 for one column for each point.
    /// - Complexity: O(n log n).
    static func columns(of points: [(x: Double, value: Double)], width: Double) -> [LineColumn] {
        guard width > 0 else {
            return points.map { LineColumn(x: $0.x, minimum: $0.value, middle: $0.value, maximum: $0.value) }
        }
        var columns: [LineColumn] = []
        var start = points.startIndex
        while start < points.endIndex {
            let number = (points[start].x / width).rounded(.down)
            let end = points[start...].firstIndex { ($0.x / width).rounded(.down) != number } ?? points.endIndex
            let values = points[start..<end].map(\.value).sorted()
            if let minimum = values.first, let maximum = values.last, let middle = Quartiles(values)?.median {
                columns.append(
                    LineColumn(x: (number + 0.5) * width, minimum: minimum, middle: middle, maximum: maximum))
            }
            start = end
        }
        return columns
    }
}

/// The fitted line of a slope.
struct SoakTrend: Hashable {
    /// The first and the last cycle of the estimate.
    let first: Int
    let last: Int
    private let perCycle: Double
    private let atFirst: Double

    /// Fits a line with the given slope through the cycles of its estimate, so that half of them lie above it.
    ///
    /// Source: Conover, "Practical Nonparametric Statistics", 1980, 5.5: the line through the medians.
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
    func value(at cycle: Double) -> Double { atFirst + perCycle * (cycle - Double(first)) }

    /// Returns the cycles, fractional at a clipped end, in which the line lies in a range of values.
    func part(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
        var cycles = (Double(first), Double(last))
        if perCycle != 0 {
            let crossings = [range.lowerBound, range.upperBound].map { Double(first) + ($0 - atFirst) / perCycle }
            cycles = (max(cycles.0, crossings.min() ?? cycles.0), min(cycles.1, crossings.max() ?? cycles.1))
        } else if !range.contains(atFirst) {
            return nil
        }
        return cycles.0 < cycles.1 ? cycles.0...cycles.1 : nil
    }
}
