/// How far the state after many resets equals the state after a launch.
public struct Fidelity: Codable, Hashable, Sendable {
    /// How many resets the process that was compared had been through.
    public var resets: Int
    /// How many fresh launches it was compared with.
    public var launches: Int
    /// What each check that could be made found, in the order of `FidelityCheck`.
    public var results: [FidelityResult]

    /// Makes a comparison's outcome.
    public init(resets: Int, launches: Int, results: [FidelityResult]) {
        self.resets = resets
        self.launches = launches
        self.results = results
    }

    /// The checks that found a difference that nobody declared.
    public var failing: [FidelityResult] { results.filter { $0.differences.contains { $0.reason == nil } } }
}

/// What one check found.
public struct FidelityResult: Codable, Hashable, Sendable {
    /// The check.
    public var check: FidelityCheck
    /// Every difference, those that are expected included; empty when the check passes.
    public var differences: [FidelityDifference]

    /// Makes a result.
    public init(check: FidelityCheck, differences: [FidelityDifference] = []) {
        self.check = check
        self.differences = differences
    }
}

/// Something that is not as a launch leaves it.
public struct FidelityDifference: Codable, Hashable, Sendable {
    /// What differs: `file /var/log/app.log`, `PATH`, `thread worker`.
    public var subject: String
    /// What it is after a launch: a number, a range of numbers or a text; nil when it is not there.
    public var launched: String?
    /// What it is after the resets; nil when it is not there.
    public var reset: String?
    /// The reset, counted from 1 over the life of the instance, after which it first differed and from which on it did.
    public var firstCycle: Int
    /// Why it is expected, where it was declared; such a difference fails nothing.
    public var reason: String?

    /// Makes a difference.
    public init(subject: String, launched: String?, reset: String?, firstCycle: Int, reason: String? = nil) {
        self.subject = subject
        self.launched = launched
        self.reset = reset
        self.firstCycle = firstCycle
        self.reason = reason
    }
}
