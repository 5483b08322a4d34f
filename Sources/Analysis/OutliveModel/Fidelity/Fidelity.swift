/// A comparison of the state after many resets with the state after a launch.
package struct Fidelity: Codable, Hashable, Sendable {
    /// The number of resets of the compared process.
    package var resets: Int
    /// The number of fresh launches in the comparison.
    package var launches: Int
    /// The results of all checks that were possible, in the order of `FidelityCheck`.
    package var results: [FidelityResult]

    /// Creates the result of a comparison.
    package init(resets: Int, launches: Int, results: [FidelityResult]) {
        self.resets = resets
        self.launches = launches
        self.results = results
    }

    /// The checks with an undeclared difference.
    package var failing: [FidelityResult] { results.filter { $0.differences.contains { $0.reason == nil } } }
}

/// The result of one check.
package struct FidelityResult: Codable, Hashable, Sendable {
    /// The check.
    package var check: FidelityCheck
    /// All differences, including expected ones; empty if the check passes.
    package var differences: [FidelityDifference]

    /// Creates a result.
    package init(check: FidelityCheck, differences: [FidelityDifference] = []) {
        self.check = check
        self.differences = differences
    }
}

/// A difference between the state after the resets and the state after a launch.
package struct FidelityDifference: Codable, Hashable, Sendable {
    /// The subject that differs, such as `file /var/log/app.log`, `PATH` or `thread worker`.
    package var subject: String
    /// The value after a launch: a number, a range of numbers or a text; `nil` if it is absent.
    package var launched: String?
    /// The value after the resets; `nil` if it is absent.
    package var reset: String?
    /// The first reset of the uninterrupted series after which it differed, counted from 1 over the life of the
    /// process.
    package var firstCycle: Int
    /// The reason why it is expected, if it was declared; such a difference does not fail the run.
    package var reason: String?

    /// Creates a difference.
    package init(subject: String, launched: String?, reset: String?, firstCycle: Int, reason: String? = nil) {
        self.subject = subject
        self.launched = launched
        self.reset = reset
        self.firstCycle = firstCycle
        self.reason = reason
    }
}
