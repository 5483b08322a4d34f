internal import OutliveModel

struct SoakCurve {
    /// The number of cycles up to which each is a point with a tooltip.
    private static let maximumPoints = 60
    /// The number of cycles up to which each is on the line. A denser line would be a solid block.
    private static let maximumOnLine = 500
    /// The width of a column of the line that several cycles share, in pixels.
    private static let columnWidth = 2.0
    /// The number of stretches above which the line is no longer split.
    private static let maximumStretches = 200

    let metric: Metric
    let cycles: [SoakCycle]

    var values: [Double] { cycles.compactMap(reading) }
    /// `true` if cycles share columns of the line. The band then shows their range.
    var isThinned: Bool { cycles.count > Self.maximumOnLine }

    @HTMLBuilder
    func nodes(on field: SoakField) -> [HTMLNode] {
        let stretches = stretches(on: field)
        breaks(on: field)
        if isThinned { HTMLNode.tag("path", ["class": "plot-range", "d": band(stretches, field)]) }
        HTMLNode.tag("path", ["class": "plot-line", "d": line(stretches, field)])
        if cycles.count <= Self.maximumPoints { points(on: field) }
    }

    /// Returns the drawn value of a cycle, or `nil` if it was not read or is the time of a fallback.
    ///
    /// A fallback takes as long as a launch, which would flatten all other times.
    private func reading(of cycle: SoakCycle) -> Double? {
        guard let value = cycle.value(of: metric), PlotAxis.canShow(value) else { return nil }
        return metric == .resetSeconds && cycle.fellBack ? nil : value
    }

    /// Returns the parts of the line, which is split where a process ended or a reading is missing.
    private func stretches(on field: SoakField) -> [[LineColumn]] {
        var stretches: [[(x: Double, value: Double)]] = []
        var before: Int?
        for cycle in cycles {
            guard let value = reading(of: cycle) else {
                before = nil
                continue
            }
            if cycle.fellBack || before.map({ cycle.cycle > $0 + 1 }) ?? true { stretches.append([]) }
            stretches[stretches.count - 1].append((field.x(cycle.cycle), value))
            before = cycle.cycle
        }
        if stretches.count > Self.maximumStretches { stretches = [Array(stretches.joined())] }
        return stretches.map { LineColumn.columns(of: $0, width: isThinned ? Self.columnWidth : 0) }
    }

    private func line(_ stretches: [[LineColumn]], _ field: SoakField) -> String {
        stretches.map { stretch in
            let points = stretch.map { point($0.x, field.y($0.middle)) }
            return "M" + points.joined(separator: "L") + (points.count == 1 ? "h0" : "")
        }.joined()
    }

    private func band(_ stretches: [[LineColumn]], _ field: SoakField) -> String {
        stretches.map { stretch in
            let upper = stretch.map { point($0.x, field.y($0.maximum)) }
            let lower = stretch.reversed().map { point($0.x, field.y($0.minimum)) }
            return "M" + (upper + lower).joined(separator: "L") + "Z"
        }.joined()
    }

    private func points(on field: SoakField) -> [HTMLNode] {
        cycles.compactMap { cycle in
            reading(of: cycle).map { value in
                .tag(
                    "circle",
                    [
                        "class": "plot-reading", "cx": SoakField.coordinate(field.x(cycle.cycle)),
                        "cy": SoakField.coordinate(field.y(value)), "r": "2.2",
                    ]
                ) {
                    HTMLNode.tag("title") {
                        "cycle \(cycle.cycle): \(metric.scale(fitting: value, unicode: true).text(value))"
                    }
                }
            }
        }
    }

    private func breaks(on field: SoakField) -> [HTMLNode] {
        var last: Double?
        return cycles.filter(\.fellBack).compactMap { cycle in
            let x = field.x(cycle.cycle)
            if let last, x - last < Self.columnWidth { return nil }
            last = x
            let sign = "M\(point(x - 4, SoakField.top - 4))l8,8m0,-8l-8,8"
            let path = "\(sign)M\(point(x, SoakField.top))L\(point(x, SoakField.bottom))"
            return .tag("path", ["class": "plot-break", "d": path]) {
                HTMLNode.tag("title") {
                    let time = cycle.seconds.map { ", \(Scale.seconds($0).text($0))" } ?? ""
                    "cycle \(cycle.cycle): fell back to a relaunch\(time)"
                }
            }
        }
    }

    private func point(_ x: Double, _ y: Double) -> String { "\(SoakField.coordinate(x)),\(SoakField.coordinate(y))" }
}

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
