internal import OutliveModel
internal import OutliveSupport

struct Scale: Hashable {
    /// The symbol of the unit. Empty for plain numbers.
    var unit: String
    /// The size of the unit in base units (seconds, bytes, one).
    var factor: Double

    static func seconds(_ value: Double, unicode: Bool = true) -> Scale {
        switch abs(value) {
        case 0.9995...: Scale(unit: "s", factor: 1)
        case 0.000_999_5...: Scale(unit: "ms", factor: 1e-3)
        default: Scale(unit: unicode ? "µs" : "us", factor: 1e-6)
        }
    }

    /// Returns the most readable decimal unit for a number of bytes.
    static func bytes(_ value: Double) -> Scale {
        switch abs(value) {
        case 0.9995e9...: Scale(unit: "GB", factor: 1e9)
        case 0.9995e6...: Scale(unit: "MB", factor: 1e6)
        case 0.9995e3...: Scale(unit: "kB", factor: 1e3)
        default: Scale(unit: "B", factor: 1)
        }
    }

    static let count = Scale(unit: "", factor: 1)

    /// Returns a value of the base unit to three significant digits, without the unit.
    func number(_ value: Double, signed: Bool = false) -> String {
        let scaled = value / factor
        // A plain number has no smaller unit.
        let tiny = unit.isEmpty && abs(scaled) < 0.0995 ? abs(scaled) < 0.00995 ? 4 : 3 : 2
        let digits = abs(scaled) >= 99.95 ? 0 : abs(scaled) >= 9.995 ? 1 : tiny
        let isWhole = factor == 1 && unit != "s" && scaled == scaled.rounded()
        let text = fixed(scaled, digits: isWhole ? 0 : digits)
        return signed && scaled > 0 && text.contains(where: { "123456789".contains($0) }) ? "+" + text : text
    }

    /// Returns a value of the base unit to three significant digits: `19.2 ms`.
    func text(_ value: Double, signed: Bool = false) -> String {
        number(value, signed: signed) + (unit.isEmpty ? "" : " \(unit)")
    }
}

/// Returns a number with a fixed number of decimals, never `-0`.
func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "?" : value < 0 ? "-inf" : "inf" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let whole = Int(scaled) / Int(scale)
    let fraction = String(Int(scaled) % Int(scale))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if digits == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}

/// Returns a number and its noun: `1 leak`, `2 leaks`.
///
/// - Parameter plural: The plural, if it is not the noun with an `s`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Returns a number of bytes in the most readable unit: `12.3 kB`.
func bytesText(_ count: Int) -> String { Scale.bytes(Double(count)).text(Double(count)) }

/// Returns a time in the most readable unit: `19.2 ms`.
func timeText(_ seconds: Double, unicode: Bool = true) -> String {
    Scale.seconds(seconds, unicode: unicode).text(seconds)
}

/// Returns a moment in UTC: `2026-01-02 03:04:05 UTC`.
///
/// - Parameter seconds: The seconds since 1970, limited to 0 up to the end of the year 9999.
func utc(seconds: Double) -> String {
    let whole = min(max(seconds, 0), 253_402_300_799)
    let rest = Int(whole) % 86_400
    let parts = [rest / 3_600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(CalendarDay(secondsSince1970: whole)) \(parts.joined(separator: ":")) UTC"
}

extension String {
    /// The name of a property as one of a column or figure: `file_locks` for `fileLocks`.
    var snakeCased: String { reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" } }

    /// Returns the text with some scalars replaced.
    ///
    /// Escaping works on scalars, as readers of the formats do: with a combining mark, `<` is another `Character` but
    /// still begins a tag in a browser.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
