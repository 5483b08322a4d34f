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
