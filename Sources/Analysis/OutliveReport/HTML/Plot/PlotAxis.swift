internal import OutliveSupport

/// The scale along one side of a plot.
struct PlotAxis: Hashable {
    private static let measurable = 1e-12...1e15
    /// The ratio of greatest to least value from which an axis is logarithmic, to keep small values apart.
    private static let farApart = 8.0

    /// `true` if equal ratios have equal distances, and `false` if equal differences have.
    let isLogarithmic: Bool
    /// The values at both ends.
    let range: ClosedRange<Double>
    /// The values with a tick, ascending.
    let ticks: [Double]

    /// Creates an axis that contains all given values, with room at both ends.
    ///
    /// - Parameters:
    ///   - values: The values. Any that `canShow` rejects are ignored.
    ///   - isLogarithmic: `nil` to choose a logarithmic axis if the values are far apart; with a 0 the axis is linear.
    init(fitting values: some Sequence<Double>, isLogarithmic: Bool? = nil) {
        let values = values.filter(Self.canShow)
        let minimum = values.min() ?? 0
        let maximum = values.max() ?? 1
        self.isLogarithmic = minimum > 0 && (isLogarithmic ?? (maximum / minimum >= Self.farApart))
        if self.isLogarithmic {
            // An axis of equal values extends a quarter beyond them on both sides.
            let room = max(pow(maximum / minimum, 0.05), maximum / minimum > 1.000_001 ? 1.02 : 1.25)
            range = (minimum / room)...(maximum * room)
            ticks = Self.logarithmicTicks(in: range)
        } else {
            let width = maximum - minimum
            let room = width > 1e-6 * maximum ? 0.06 * width : maximum > 0 ? 0.1 * maximum : 1
            range = max(minimum - room, 0)...(maximum + room)
            ticks = Self.linearTicks(in: range)
        }
    }

    /// The least span of an axis of counts: a change of one has to look small.
    private static let leastCounts = 4.0

    /// Creates a linear axis for a small plot, which begins and ends at a tick.
    init(rounding values: some Sequence<Double>, isWhole: Bool) {
        let values = values.filter(Self.canShow)
        let minimum = values.min() ?? 0
        let maximum = values.max() ?? 1
        isLogarithmic = false
        let span = maximum - minimum
        let isFlat = span <= 1e-6 * maximum
        let room =
            isWhole ? (isFlat ? 1 : max(Self.leastCounts - span, 0) / 2) : isFlat ? maximum > 0 ? 0.02 * maximum : 1 : 0
        let tight = max(minimum - room, 0)...(maximum + room)
        let step = Self.step(for: tight, maximum: 4, isWhole: isWhole)
        range = ((tight.lowerBound / step).rounded(.down) * step)...((tight.upperBound / step).rounded(.up) * step)
        ticks = Self.multiples(of: step, in: range)
    }

    /// Creates a logarithmic axis of speed-ups that contains 1.
    init(ratios: some Sequence<Double>) {
        let axis = PlotAxis(fitting: [1] + ratios.filter { $0 > 0 }, isLogarithmic: true)
        isLogarithmic = axis.isLogarithmic
        range = axis.range
        ticks = Self.ratioTicks(in: axis.range)
    }

    /// Creates an axis of cycles, in which each has room of half a cycle on both sides.
    init(cycles first: Int, to last: Int) {
        isLogarithmic = false
        range = (Double(first) - 0.5)...(Double(last) + 0.5)
        ticks = Self.linearTicks(in: range, maximum: 6, isWhole: true)
    }

    /// Creates a linear axis that begins and ends at given values, whether or not these are ticks.
    ///
    /// - Parameter maximum: The maximum number of ticks.
    init(spanning range: ClosedRange<Double>, ticks maximum: Int = 6, isWhole: Bool) {
        isLogarithmic = false
        self.range = range.lowerBound < range.upperBound ? range : range.lowerBound...(range.lowerBound + 1)
        ticks = Self.linearTicks(in: self.range, maximum: maximum, isWhole: isWhole)
    }

    static func canShow(_ value: Double) -> Bool { value == 0 || measurable.contains(value) }

    /// Returns the place of a value along the axis, from 0 to 1. Values beyond an end are at that end.
    func fraction(of value: Double) -> Double {
        guard !value.isNaN else { return 0 }
        let value = min(max(value, range.lowerBound), range.upperBound)
        return isLogarithmic
            ? log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
            : (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
}

extension PlotAxis {
    /// Returns the axis below a plot: a hairline through the plot and a label at each tick, and the title.
    func nodes(_ labels: TickLabels, title: String, top: Double, bottom: Double) -> HTMLNode {
        let unit = labels.unit.isEmpty ? "" : ", in \(labels.unit)"
        let title = title + unit + (isLogarithmic ? ", logarithmic" : "")
        let narrow = anchors(labels.texts, in: TextAnchor.narrowPlot)
        let wide = anchors(labels.texts, in: TextAnchor.widePlot)
        return .group(
            zip(ticks, labels.texts).enumerated().map { index, tick in
                let x = fraction(of: tick.0)
                return HTMLNode.group(
                    [HTMLNode.line(from: (x, top), to: (x, bottom), kind: "plot-grid")]
                        + Self.variants(narrow: narrow[index], wide: wide[index]).map { anchor, kind in
                            HTMLNode.label(tick.1, at: x, y: bottom + 15, anchor: anchor, kind: kind)
                        })
            } + [
                HTMLNode.line(from: (0, bottom), to: (1, bottom), kind: "plot-axis"),
                HTMLNode.label(title, at: 0, y: bottom + 33, anchor: .start, kind: "plot-axis-title"),
            ])
    }

    static let height = 40.0

    private static func variants(narrow: TextAnchor?, wide: TextAnchor?) -> [(anchor: TextAnchor, kind: String)] {
        if let narrow, narrow == wide { return [(narrow, "plot-tick")] }
        return [narrow.map { ($0, "plot-tick plot-narrow") }, wide.map { ($0, "plot-tick plot-wide") }]
            .compactMap(\.self)
    }

    private func anchors(_ texts: [String], in width: Double) -> [Int: TextAnchor] {
        var end = -1.0
        var chosen: [Int: TextAnchor] = [:]
        for (index, text) in texts.enumerated() {
            let x = fraction(of: ticks[index])
            let anchor = TextAnchor(of: text, at: x, in: width)
            let start = x * width - TextAnchor.width(of: text) * anchor.share
            guard start >= end + 6 || chosen.isEmpty else { continue }
            chosen[index] = anchor
            end = start + TextAnchor.width(of: text)
        }
        return chosen
    }
}
