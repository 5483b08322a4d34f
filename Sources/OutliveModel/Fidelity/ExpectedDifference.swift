/// A difference between a reset and a launch that its declarer knows of and accepts.
public struct ExpectedDifference: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The check that finds it.
    public var check: FidelityCheck
    /// Which subjects: `*` stands for any characters, `?` for one; nil for all.
    public var pattern: String?
    /// Why it is accepted.
    public var reason: String

    /// Makes a declaration.
    public init(check: FidelityCheck, pattern: String? = nil, reason: String) {
        self.check = check
        self.pattern = pattern
        self.reason = reason
    }

    /// The check and the pattern, as they are declared: `threads:worker-*`.
    public var description: String { pattern.map { "\(check.rawValue):\($0)" } ?? check.rawValue }

    /// Whether it is about this difference.
    ///
    /// - Complexity: O(length of the pattern x length of the subject).
    public func covers(_ subject: String, of check: FidelityCheck) -> Bool {
        guard check == self.check else { return false }
        guard let pattern else { return true }
        return matches(Array(subject.unicodeScalars)[...], Array(pattern.unicodeScalars)[...])
    }
}

/// Matches a whole text with a pattern of `*` and `?`, going back to the last `*` only, which suffices.
private func matches(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
    var (place, rest) = (text.startIndex, pattern.startIndex)
    var star: (text: Int, pattern: Int)?
    while place < text.endIndex {
        if rest < pattern.endIndex, pattern[rest] == "*" {
            star = (place, rest)
            rest += 1
        } else if rest < pattern.endIndex, pattern[rest] == "?" || pattern[rest] == text[place] {
            place += 1
            rest += 1
        } else if let last = star {
            star = (last.text + 1, last.pattern)
            (place, rest) = (last.text + 1, last.pattern + 1)
        } else {
            return false
        }
    }
    return pattern[rest...].allSatisfy { $0 == "*" }
}
