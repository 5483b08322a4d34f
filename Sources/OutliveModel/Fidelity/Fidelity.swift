/// A comparison of the state after many resets with the state after a launch.
public struct Fidelity: Codable, Hashable, Sendable {
    /// The number of resets of the compared process.
    public var resets: Int
    /// The number of fresh launches in the comparison.
    public var launches: Int
    /// The results of all checks that were possible, in the order of `FidelityCheck`.
    public var results: [FidelityResult]

    /// Creates the result of a comparison.
    public init(resets: Int, launches: Int, results: [FidelityResult]) {
        self.resets = resets
        self.launches = launches
        self.results = results
    }

    /// The checks with an undeclared difference.
    public var failing: [FidelityResult] { results.filter { $0.differences.contains { $0.reason == nil } } }
}

/// The result of one check.
public struct FidelityResult: Codable, Hashable, Sendable {
    /// The check.
    public var check: FidelityCheck
    /// All differences, including expected ones; empty if the check passes.
    public var differences: [FidelityDifference]

    /// Creates a result.
    public init(check: FidelityCheck, differences: [FidelityDifference] = []) {
        self.check = check
        self.differences = differences
    }
}

/// A difference between the state after the resets and the state after a launch.
public struct FidelityDifference: Codable, Hashable, Sendable {
    /// The subject that differs, such as `file /var/log/app.log`, `PATH` or `thread worker`.
    public var subject: String
    /// The value after a launch: a number, a range of numbers or a text; `nil` if it is absent.
    public var launched: String?
    /// The value after the resets; `nil` if it is absent.
    public var reset: String?
    /// The first reset of the uninterrupted series after which it differed, counted from 1 over the life of the
    /// process.
    public var firstCycle: Int
    /// The reason why it is expected, if it was declared; such a difference does not fail the run.
    public var reason: String?

    /// Creates a difference.
    public init(subject: String, launched: String?, reset: String?, firstCycle: Int, reason: String? = nil) {
        self.subject = subject
        self.launched = launched
        self.reset = reset
        self.firstCycle = firstCycle
        self.reason = reason
    }
}
