internal import OutliveSupport

enum Ticks {
    /// Returns round values in a range: multiples of 1, 2 or 5 times a power of ten.
    ///
    /// - Parameters:
    ///   - maximum: The maximum number of values. With 8 or more there are at least 3.
    ///   - isWhole: `true` to exclude steps below 1.
    static func linear(in range: ClosedRange<Double>, maximum: Int = 8, isWhole: Bool = false) -> [Double] {
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
    static func logarithmic(in range: ClosedRange<Double>, maximum: Int = 8) -> [Double] {
        let exponents = Int(log10(range.lowerBound).rounded(.down))...Int(log10(range.upperBound).rounded(.up))
        var coarsest: [Double] = []
        for mantissas in [[1.0, 2, 5], [1, 3], [1]] {
            let ticks = exponents.flatMap { exponent in mantissas.map { $0 * pow(10, Double(exponent)) } }
                .filter(range.contains)
            if ticks.count < 3 { return linear(in: range, maximum: maximum) }
            if ticks.count <= maximum { return ticks }
            coarsest = ticks
        }
        let each = (coarsest.count + maximum - 1) / maximum
        return stride(from: 0, to: coarsest.count, by: each).map { coarsest[$0] }
    }

    /// Returns round ratios and reciprocals of round ratios in a range of a logarithmic axis that contains 1.
    ///
    /// Ticks are at least an eighth of the axis apart, which is the room for labels such as `1.05x faster`.
    static func ratios(in range: ClosedRange<Double>) -> [Double] {
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

/// The labels of the ticks of an axis, and the unit in its title.
struct TickLabels: Hashable {
    let texts: [String]
    /// The common unit, empty if there is none or the labels contain it.
    let unit: String

    /// Creates labels in one unit unless the ticks are too far apart for it.
    init(_ axis: PlotAxis, scale: (Double) -> Scale) {
        let ticks = axis.ticks
        let (minimum, maximum) = (ticks.first ?? 0, ticks.last ?? 0)
        guard axis.isLogarithmic else {
            let scale = scale(maximum)
            let digits = Self.digits(for: ticks.map { $0 / scale.factor })
            texts = ticks.map { Self.text($0 / scale.factor, digits: digits) }
            unit = scale.unit
            return
        }
        let common = scale(ticks.isEmpty ? 0 : ticks[(ticks.count - 1) / 2])
        let isReadable = minimum >= 0.01 * common.factor && maximum < 10_000 * common.factor
        texts = ticks.map { tick in
            let scale = isReadable ? common : scale(tick)
            let scaled = tick / scale.factor
            let text = Self.text(scaled, digits: Self.digits(for: [scaled]))
            return isReadable || scale.unit.isEmpty ? text : "\(text) \(scale.unit)"
        }
        unit = isReadable ? common.unit : ""
    }

    init(numbers ticks: [Double]) {
        texts = ticks.map { Self.text($0, digits: Self.digits(for: [$0])) }
        unit = ""
    }

    /// Creates labels of speed-ups: `2x slower`, `1`, `1.5x faster`.
    init(ratios ticks: [Double]) {
        texts = ticks.map { tick in
            let times = tick < 1 ? 1 / tick : tick
            let text = Self.text(times, digits: Self.digits(for: [times]))
            return tick == 1 ? "1" : "\(text)x \(tick < 1 ? "slower" : "faster")"
        }
        unit = ""
    }

    private static func digits(for values: [Double]) -> Int {
        var power = 1.0
        for digits in 0..<9 {
            // Beyond six places of the greatest value, only rounding errors remain.
            let slack = 1e-6 * max(1, (values.map(abs).max() ?? 0) * power * 1e-6)
            if values.allSatisfy({ abs($0 * power - ($0 * power).rounded()) <= slack }) { return digits }
            power *= 10
        }
        return 9
    }

    private static func text(_ value: Double, digits: Int) -> String {
        // An exponent saves the reader from counting zeros.
        if value >= 1e7 || value > 0 && value < 1e-4 {
            var (mantissa, exponent) = (value, 0)
            while mantissa >= 9.999_999 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
            while mantissa < 0.999_999 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
            let digits = Self.digits(for: [mantissa])
            return "\(fixed(mantissa, digits: min(digits, 6)))e\(exponent)"
        }
        return fixed(value, digits: digits)
    }
}
