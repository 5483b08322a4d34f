internal import OutliveSupport

extension PlotAxis {
    /// Returns round values in a range: multiples of 1, 2 or 5 times a power of ten.
    ///
    /// - Parameters:
    ///   - maximum: The maximum number of values. With 8 or more there are at least 3.
    ///   - isWhole: `true` to exclude steps below 1.
    static func linearTicks(in range: ClosedRange<Double>, maximum: Int = 8, isWhole: Bool = false) -> [Double] {
        multiples(of: step(for: range, maximum: maximum, isWhole: isWhole), in: range)
    }

    /// Returns the least step of 1, 2 or 5 times a power of ten with at most `maximum` multiples in a range.
    static func step(for range: ClosedRange<Double>, maximum: Int, isWhole: Bool = false) -> Double {
        let width = range.upperBound - range.lowerBound
        guard width > 0, width.isFinite else { return 1 }
        // A tenth of the step would yield ten times too many.
        var power = pow(10, log10(width / Double(maximum)).rounded(.down))
        while true {
            for step in [power, 2 * power, 5 * power] where !(isWhole && step < 1) {
                if count(of: step, in: range) <= Double(maximum) { return step }
            }
            power *= 10
        }
    }

    /// Returns round values in a range of a logarithmic axis.
    ///
    /// If it has too few powers of ten and their multiples, the ticks are placed as on a linear axis.
    static func logarithmicTicks(in range: ClosedRange<Double>, maximum: Int = 8) -> [Double] {
        let exponents = Int(log10(range.lowerBound).rounded(.down))...Int(log10(range.upperBound).rounded(.up))
        var coarsest: [Double] = []
        for mantissas in [[1.0, 2, 5], [1, 3], [1]] {
            let ticks = exponents.flatMap { exponent in mantissas.map { $0 * pow(10, Double(exponent)) } }
                .filter(range.contains)
            if ticks.count < 3 { return linearTicks(in: range, maximum: maximum) }
            if ticks.count <= maximum { return ticks }
            coarsest = ticks
        }
        let each = (coarsest.count + maximum - 1) / maximum
        return stride(from: 0, to: coarsest.count, by: each).map { coarsest[$0] }
    }

    /// Returns round ratios and reciprocals of round ratios in a range of a logarithmic axis that contains 1.
    ///
    /// Ticks are at least an eighth of the axis apart, which is the room for labels such as `1.05x faster`.
    static func ratioTicks(in range: ClosedRange<Double>) -> [Double] {
        let maximum = max(range.upperBound, 1 / range.lowerBound)
        let width = log(range.upperBound / range.lowerBound)
        let powers = (0...Int(log10(maximum))).map { pow(10, Double($0)) }
        func stepping(_ step: Double) -> [Double] {
            let count = (maximum - 1) / step
            // More than 50 never have room.
            return count > 50 ? [] : (0...Int(count)).map { 1 + Double($0) * step }
        }
        // The choices go from few to many. The last ones that have room win.
        let choices =
            [9, 6, 3, 2, 1].map { each in stride(from: 0, to: powers.count, by: each).map { powers[$0] } }
            + [[1.0, 3], [1, 2, 5]].map { mantissas in powers.flatMap { power in mantissas.map { $0 * power } } }
            + [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002].map(stepping)
        return choices.reduce([1]) { chosen, ratios in
            let ticks = Set(ratios + ratios.map { 1 / $0 }).filter(range.contains).sorted()
            let hasRoom = zip(ticks, ticks.dropFirst()).allSatisfy { log($1 / $0) >= width / 8 }
            return hasRoom && ticks.count > chosen.count ? ticks : chosen
        }
    }

    private static func count(of step: Double, in range: ClosedRange<Double>) -> Double {
        (range.upperBound / step).rounded(.down) - (range.lowerBound / step).rounded(.up) + 1
    }

    /// Returns all multiples of a step in a range, ascending.
    static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
        let first = (range.lowerBound / step).rounded(.up)
        return (0..<max(Int(count(of: step, in: range)), 0)).map { index in
            // Rounding of the product may lead beyond the range.
            min(max((first + Double(index)) * step, range.lowerBound), range.upperBound)
        }
    }
}
