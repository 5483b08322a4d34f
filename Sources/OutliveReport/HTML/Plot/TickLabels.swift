/// What is written at the ticks of an axis, and the unit in its title.
struct TickLabels: Hashable {
    /// One text for each tick.
    let texts: [String]
    /// The unit that all of them are in; empty where they have none, or say it themselves.
    let unit: String

    /// Labels ticks in one unit, as far as these are not too far apart for it.
    ///
    /// - Parameters:
    ///   - ticks: ascending.
    ///   - scale: the unit that fits a value.
    init(_ ticks: [Double], scale: (Double) -> Scale) {
        let most = ticks.last ?? 0
        let common = scale(most)
        // Under a hundredth of the unit the next smaller one reads better.
        let least = ticks.first { $0 > 0 } ?? most
        if least >= 0.01 * common.factor || scale(least) == common {
            let digits = Self.digits(for: ticks.map { $0 / common.factor })
            texts = ticks.map { Self.text($0 / common.factor, digits: digits) }
            unit = common.unit
        } else {
            texts = ticks.map { tick in
                let scale = scale(tick)
                let scaled = tick / scale.factor
                return Self.text(scaled, digits: Self.digits(for: [scaled])) + (scale.unit.isEmpty ? "" : " \(scale.unit)")
            }
            unit = ""
        }
    }

    /// Labels ticks that are plain numbers, each with as many decimals as it needs.
    init(numbers ticks: [Double]) {
        texts = ticks.map { Self.text($0, digits: Self.digits(for: [$0])) }
        unit = ""
    }

    /// As many decimals as tell round values apart.
    private static func digits(for values: [Double]) -> Int {
        var power = 1.0
        for digits in 0..<9 {
            // To six places of the greatest: what is left is rounding.
            let slack = 1e-6 * max(1, (values.map(abs).max() ?? 0) * power * 1e-6)
            if values.allSatisfy({ abs($0 * power - ($0 * power).rounded()) <= slack }) { return digits }
            power *= 10
        }
        return 9
    }

    private static func text(_ value: Double, digits: Int) -> String {
        // So that nobody has to count noughts.
        if value >= 1e6 || value > 0 && value < 1e-4 {
            var (mantissa, exponent) = (value, 0)
            while mantissa >= 9.999_999 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
            while mantissa < 0.999_999 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
            let digits = Self.digits(for: [mantissa])
            return "\(fixed(mantissa, digits: min(digits, 4)))e\(exponent)"
        }
        return fixed(value, digits: digits)
    }
}
