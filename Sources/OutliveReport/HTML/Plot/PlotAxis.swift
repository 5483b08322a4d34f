#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What lies where along one side of a plot.
struct PlotAxis: Hashable {
    /// How values are spread along it.
    enum Spacing: Hashable {
        /// Equal differences are equally far apart.
        case linear
        /// Equal ratios are.
        case logarithmic
    }

    /// Smaller ones that are not 0, and greater ones, are no measurements.
    private static let measurable = 1e-12...1e15
    /// Values that are this many times apart would be a heap at one end of a linear axis.
    private static let farApart = 8.0

    let spacing: Spacing
    /// What it reaches from and to.
    let range: ClosedRange<Double>
    /// The values with a tick, ascending.
    let ticks: [Double]

    /// An axis that all of some values lie on, with room at both ends.
    ///
    /// - Parameters:
    ///   - values: those that `canShow` is false of are left out.
    ///   - spacing: nil for what suits the values: logarithmic where they are far apart, and none is 0.
    init(fitting values: some Sequence<Double>, spacing: Spacing? = nil) {
        let values = values.filter(Self.canShow)
        let least = values.min() ?? 0
        let most = values.max() ?? 1
        let isLogarithmic = least > 0 && (spacing.map { $0 == .logarithmic } ?? (most / least >= Self.farApart))
        self.spacing = isLogarithmic ? .logarithmic : .linear
        if isLogarithmic {
            // All alike: a quarter to both sides.
            let room = max(pow(most / least, 0.05), most / least > 1.000_001 ? 1.02 : 1.25)
            range = (least / room)...(most * room)
            ticks = Ticks.logarithmic(in: range)
        } else {
            let width = most - least
            let room = width > 1e-6 * most ? 0.06 * width : most > 0 ? 0.1 * most : 1
            range = max(least - room, 0)...(most + room)
            ticks = Ticks.linear(in: range)
        }
    }

    /// A linear axis for a small plot: it begins and ends at a tick.
    ///
    /// - Parameter isWhole: whether nothing lies between whole numbers.
    init(rounding values: some Sequence<Double>, isWhole: Bool) {
        let values = values.filter(Self.canShow)
        let least = values.min() ?? 0
        let most = values.max() ?? 1
        spacing = .linear
        let room = most - least > 1e-6 * most ? 0 : isWhole ? 1 : most > 0 ? 0.02 * most : 1
        let tight = max(least - room, 0)...(most + room)
        let step = Ticks.step(for: tight, most: 4, isWhole: isWhole)
        range = ((tight.lowerBound / step).rounded(.down) * step)...((tight.upperBound / step).rounded(.up) * step)
        ticks = Ticks.multiples(of: step, in: range)
    }

    /// A logarithmic axis of how many times as fast something is, on which 1 lies too.
    ///
    /// - Parameter ratios: those that `canShow` is false of are left out, and 0.
    init(ratios: some Sequence<Double>) {
        let axis = PlotAxis(fitting: [1] + ratios.filter { $0 > 0 }, spacing: .logarithmic)
        spacing = axis.spacing
        range = axis.range
        ticks = Ticks.ratios(in: axis.range)
    }

    /// An axis of whole numbers, each with as much room to its left as to its right: cycles.
    ///
    /// - Parameters:
    ///   - first: 0 or more.
    ///   - last: not below the first.
    init(cycles first: Int, to last: Int) {
        spacing = .linear
        range = (Double(first) - 0.5)...(Double(last) + 0.5)
        ticks = Ticks.linear(in: range, most: 6, isWhole: true)
    }

    /// Whether a value can be anywhere on an axis.
    static func canShow(_ value: Double) -> Bool { value == 0 || measurable.contains(value) }

    /// How far along the axis a value lies, from 0 to 1; what is beyond an end is at it.
    func fraction(of value: Double) -> Double {
        guard !value.isNaN else { return 0 }
        let value = min(max(value, range.lowerBound), range.upperBound)
        switch spacing {
        case .linear: return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        case .logarithmic: return log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
        }
    }
}
