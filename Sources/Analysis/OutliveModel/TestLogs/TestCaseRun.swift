/// One run of a test case in a log.
package struct TestCaseRun: Hashable, Sendable {
    /// The outcome of a test case.
    package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        case passed
        case failed
        case skipped
        /// The log does not contain the outcome, as after a crash.
        case unknown
    }

    /// The suite as `Module.Class`; empty if the log names none.
    package var suite: String
    /// The test case within the suite; empty for lines outside of test cases.
    package var test: String
    /// The outcome of the run.
    package var outcome: Outcome
    /// The launches in the run; `testSeconds` is the duration of the run.
    package var figures: LaunchFigures
    /// `true` if the log already contained the same test with the same activity lines.
    package var isRepeated: Bool

    /// Creates a run.
    package init(suite: String, test: String, outcome: Outcome, figures: LaunchFigures, isRepeated: Bool) {
        self.suite = suite
        self.test = test
        self.outcome = outcome
        self.figures = figures
        self.isRepeated = isRepeated
    }
}
