package import OutliveModel
internal import OutliveSupport

/// An error in the command's options; exit code 64.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line with the mistake and its correction.
    public var message: String

    /// Creates an error of one line; line breaks, which a quoted option may have, become spaces.
    public init(_ message: String) { self.message = message.onOneLine() }

    /// The message.
    public var description: String { message }
}

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
        guard number * unit <= 86_400 else { throw UsageError("the time '\(text)' is too long: the maximum is a day") }
        self = .seconds(number * unit)
    }

    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

    /// The length in seconds as text: `0.4 s`, `30 s`.
    var text: String {
        let milliseconds = (seconds * 1000).rounded()
        let whole = milliseconds.truncatingRemainder(dividingBy: 1000) == 0
        return whole ? "\(Int(milliseconds / 1000)) s" : "\(milliseconds / 1000) s"
    }
}

extension SignalNumber {
    /// Parses `HUP`, `SIGHUP`, `RTMIN+1`, `RTMAX-2` or a number, in any letter case.
    package init(parsing text: String) throws(UsageError) {
        guard let signal = SignalNumber(text) else {
            throw UsageError("there is no signal '\(text)': write a name such as HUP, USR1 or RTMIN+1, or a number")
        }
        self = signal
    }
}

extension ExpectedDifference {
    /// Parses `CHECK[:SUBJECT]=REASON`, such as `threads:worker-*=the pool grows`.
    package init(parsing text: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, !parts[1].allSatisfy(\.isWhitespace) else {
            throw UsageError("'\(text)' accepts a difference without a reason: write CHECK[:SUBJECT]=REASON")
        }
        let subject = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = subject.first, let check = FidelityCheck(rawValue: name) else {
            let names = FidelityCheck.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("there is no check '\(subject.first ?? "")' in '\(text)': the checks are \(names)")
        }
        guard subject.count == 1 || !subject[1].isEmpty else {
            throw UsageError("'\(text)' names no subject: leave the colon out for all of the check")
        }
        guard check != .probe else {
            throw UsageError("'\(text)': what the probe prints cannot be accepted; let it print less")
        }
        self.init(check: check, pattern: subject.count == 2 ? subject[1] : nil, reason: parts[1])
    }
}

/// Returns the parts of an option of the form `KIND` or `KIND:ARGUMENT`; a URL alone is of the kind `http`.
func optionParts(_ text: String) -> (kind: String, argument: String?) {
    if text.hasPrefix("http://") || text.hasPrefix("https://") { return ("http", text) }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count == 2 ? parts[1] : nil)
}

extension StringProtocol {
    /// Returns the text after `prefix`, or `nil` if the text does not begin with it.
    func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
