/// The conditions under which a comparison fails.
public struct ComparisonPolicy: Codable, Hashable, Sendable {
    /// The leaks and differences that fail a comparison.
    public enum FailOn: String, Codable, Hashable, Sendable, CaseIterable {
        /// The new ones and those that got worse.
        case new
        /// All that the later report has.
        case leak
        case never
    }

    /// The leaks and differences that fail the comparison.
    public var failOn: FailOn
    /// The greatest accepted ratio of the later reset time to the earlier one; `nil` for no gate.
    public var maximumSlowdown: Double?

    /// Creates a policy.
    public init(failOn: FailOn = .new, maximumSlowdown: Double? = nil) {
        self.failOn = failOn
        self.maximumSlowdown = maximumSlowdown
    }
}
