/// What one run of the UI tests came to; the file that `DESK_NOTES_RESULT` names.
public struct SuiteResult: Codable, Hashable, Sendable {
    /// What became of a test.
    public enum Outcome: String, Codable, Hashable, Sendable {
        /// All was well.
        case passed
        /// All it expected held, but something outlived its reset.
        case leaked
        /// Something else was wrong, too or alone.
        case failed
    }

    /// One test of the run.
    public struct Case: Codable, Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// From the request for an application until that was looked at for leaks, in seconds.
        public var seconds: Double
        /// What became of it.
        public var outcome: Outcome

        /// Makes the result of a test.
        public init(name: String, seconds: Double, outcome: Outcome) {
            self.name = name
            self.seconds = seconds
            self.outcome = outcome
        }
    }

    /// How many tests ran.
    public var tests: Int
    /// How many of them failed, by what outlived them included.
    public var failed: Int
    /// From the first launch until the application was stopped, in seconds.
    public var seconds: Double
    /// How often the application was launched, fallbacks included.
    public var launches: Int
    /// How often it was reset in place.
    public var resets: Int
    /// How often a reset failed, so that a relaunch had to make up for it.
    public var fallbacks: Int
    /// What outlived a reset, by name: once for each test that left it behind.
    public var leaks: [String]
    /// The tests, in the order in which they ran.
    public var cases: [Case]

    /// Makes a result from its parts.
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
