/// What fails a comparison.
public struct ComparisonPolicy: Codable, Hashable, Sendable {
    /// Which leaks and differences fail it.
    public enum FailOn: String, Codable, Hashable, Sendable, CaseIterable {
        /// Those that are new, or got worse.
        case new
        /// All that are there now.
        case leak
        /// None.
        case never
    }

    /// Which leaks and differences fail it.
    public var failOn: FailOn
    /// The greatest ratio of the reset's time to what it was that passes the gate; nil: no gate.
    public var maximumSlowdown: Double?

    /// Makes a policy.
    public init(failOn: FailOn = .new, maximumSlowdown: Double? = nil) {
        self.failOn = failOn
        self.maximumSlowdown = maximumSlowdown
    }
}
