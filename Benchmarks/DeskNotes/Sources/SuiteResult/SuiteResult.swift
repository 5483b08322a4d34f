/// The result of one run of the UI tests, written to the file that `DESK_NOTES_RESULT` names.
public struct SuiteResult: Codable, Hashable, Sendable {
    /// The outcome of a test.
    public enum Outcome: String, Codable, Hashable, Sendable {
        /// The test passed.
        case passed
        /// Every expectation held, but an object survived the test's reset.
        case leaked
        /// Another check failed, possibly beside a leak.
        case failed
    }

    /// One test of the run.
    public struct Case: Codable, Hashable, Sendable {
        /// The test's name.
        public var name: String
        /// The time in seconds from the request for an application until the check for leaks.
        public var seconds: Double
        /// The outcome.
        public var outcome: Outcome

        /// Creates the result of a test.
        public init(name: String, seconds: Double, outcome: Outcome) {
            self.name = name
            self.seconds = seconds
            self.outcome = outcome
        }
    }

    /// The number of tests that ran.
    public var tests: Int
    /// The number of tests that failed, those with leaks included.
    public var failed: Int
    /// The time in seconds from the first launch until the application was stopped.
    public var seconds: Double
    /// The number of launches, fallbacks included.
    public var launches: Int
    /// The number of resets in place.
    public var resets: Int
    /// The number of failed resets that a relaunch replaced.
    public var fallbacks: Int
    /// The names of the survivors of resets, once for each test that left one behind.
    public var leaks: [String]
    /// The tests, in the order in which they ran.
    public var cases: [Case]

    /// Creates a result from its parts.
    public init(
        seconds: Double, launches: Int, resets: Int, fallbacks: Int, leaks: [String], cases: [Case]
    ) {
        tests = cases.count
        failed = cases.count { $0.outcome != .passed }
        self.seconds = seconds
        self.launches = launches
        self.resets = resets
        self.fallbacks = fallbacks
        self.leaks = leaks
        self.cases = cases
    }
}
