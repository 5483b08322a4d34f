/// One run of a test case in a log.
public struct TestCaseRun: Hashable, Sendable {
    /// The outcome of a test case.
    public enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        case passed
        case failed
        case skipped
        /// The log does not contain the outcome, as after a crash.
        case unknown
    }

    /// The suite as `Module.Class`; empty if the log names none.
    public var suite: String
    /// The test case within the suite; empty for lines outside of test cases.
    public var test: String
    /// The outcome of the run.
    public var outcome: Outcome
    /// The launches in the run; `testSeconds` is the duration of the run.
    public var figures: LaunchFigures
    /// `true` if the log already contained the same test with the same activity lines.
    public var isRepeated: Bool

    /// Creates a run.
    public init(suite: String, test: String, outcome: Outcome, figures: LaunchFigures, isRepeated: Bool) {
        self.suite = suite
        self.test = test
        self.outcome = outcome
        self.figures = figures
        self.isRepeated = isRepeated
    }
}
