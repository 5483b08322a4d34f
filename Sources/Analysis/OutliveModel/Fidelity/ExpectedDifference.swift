internal import OutliveSupport

/// A declared difference between a reset and a launch, accepted for a reason.
package struct ExpectedDifference: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The check that finds it.
    package var check: FidelityCheck
    /// The pattern of the subjects, where `*` stands for any characters and `?` for one; `nil` for all subjects.
    package var pattern: String?
    /// The reason why it is accepted.
    package var reason: String

    /// Creates a declaration.
    package init(check: FidelityCheck, pattern: String? = nil, reason: String) {
        self.check = check
        self.pattern = pattern
        self.reason = reason
    }

    /// The check and the pattern as they are declared, such as `threads:worker-*`.
    package var description: String { pattern.map { "\(check.rawValue):\($0)" } ?? check.rawValue }

    /// Returns `true` if the declaration applies to a subject of a check.
    ///
    /// - Complexity: O(length of the pattern x length of the subject).
    package func covers(_ subject: String, of check: FidelityCheck) -> Bool {
        guard check == self.check else { return false }
        guard let pattern else { return true }
        return Wildcards(pattern).match(subject)
    }
}
