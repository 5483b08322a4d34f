/// The conditions under which a comparison fails.
package struct ComparisonPolicy: Codable, Hashable, Sendable {
    /// The leaks and differences that fail a comparison.
    package enum FailOn: String, Codable, Hashable, Sendable, CaseIterable {
        /// The new ones and those that got worse.
        case new
        /// All that the later report has.
        case leak
        case never
    }

    /// The leaks and differences that fail the comparison.
    package var failOn: FailOn
    /// The greatest accepted ratio of the later reset time to the earlier one; `nil` for no gate.
    package var maximumSlowdown: Double?

    /// Creates a policy.
    package init(failOn: FailOn = .new, maximumSlowdown: Double? = nil) {
        self.failOn = failOn
        self.maximumSlowdown = maximumSlowdown
    }
}
