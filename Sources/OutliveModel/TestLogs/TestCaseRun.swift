/// One run of a test case, as a log tells of it.
public struct TestCaseRun: Hashable, Sendable {
    /// How it ended.
    public enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        /// It passed.
        case passed
        /// It failed.
        case failed
        /// It was skipped.
        case skipped
        /// The log does not tell, as after a crash.
        case unknown
    }

    /// The suite, as `Module.Class`; empty where the log names none.
    public var suite: String
    /// The test case within the suite; empty for lines outside of test cases.
    public var test: String
    /// How it ended.
    public var outcome: Outcome
    /// What it spent on launches; its `testSeconds` are the run's time.
    public var figures: LaunchFigures
    /// Whether the log had the same test with the same activity lines before.
    public var isRepeated: Bool

    /// Makes a run.
    public init(suite: String, test: String, outcome: Outcome, figures: LaunchFigures, isRepeated: Bool) {
        self.suite = suite
        self.test = test
        self.outcome = outcome
        self.figures = figures
        self.isRepeated = isRepeated
    }
}
