extension Duration {
    /// Parses a time with a unit: `500ms`, `0.4s`, `2s`, `1m` or `1h`.
    ///
    /// - Throws: `UsageError` if the text is anything else, negative, or longer than a day.
    package init(option text: String) throws(UsageError) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let units: [Substring: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600]
        guard let unit = units[text.dropFirst(digits.count)], let number = Double(digits) else {
            throw UsageError("'\(text)' is not a time: write a number and a unit, such as 500ms, 2s or 1m")
        }
        guard number * unit <= 86_400 else {
            throw UsageError("the time '\(text)' is too long: the maximum is a day")
        }
        self = .seconds(number * unit)
    }

    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// The length in seconds as text: `0.4 s`, `30 s`.
    var text: String {
        let milliseconds = (seconds * 1000).rounded()
        let whole = milliseconds.truncatingRemainder(dividingBy: 1000) == 0
        return whole ? "\(Int(milliseconds / 1000)) s" : "\(milliseconds / 1000) s"
    }
}
