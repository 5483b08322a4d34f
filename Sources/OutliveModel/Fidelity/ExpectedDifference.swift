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
        return Wildcards(pattern).match(subject)
    }
}
