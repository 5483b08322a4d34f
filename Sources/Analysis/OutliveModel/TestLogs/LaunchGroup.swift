/// The launches in the test cases of one suite, or in all runs of one test case.
///
/// Repeated parts of a log count once.
package struct LaunchGroup: Codable, Hashable, Sendable {
    /// The suite as `Module.Class`; empty if the log names none.
    package var suite: String
    /// The test case within the suite; `nil` for a whole suite, and empty for lines outside of test cases.
    package var test: String?
    /// The number of test case runs.
    package var runs: Int
    /// The number of their launches.
    package var launches: Int
    /// The number of those launches that are relaunches.
    package var relaunches: Int
    /// The upper bound of the cost of the launches, in seconds.
    package var launchSeconds: Double
    /// The lower bound of the cost, up to the wait for the application to idle, in seconds.
    package var launchSecondsToIdle: Double
    /// The duration of the test cases, in seconds.
    package var testSeconds: Double

    /// Creates the group from its figures.
    package init(suite: String, test: String?, figures: LaunchFigures) {
        self.suite = suite
        self.test = test
        runs = figures.testCases
        launches = figures.launches
        relaunches = figures.relaunches
        launchSeconds = figures.launchSeconds
        launchSecondsToIdle = figures.launchSecondsToIdle
        testSeconds = figures.testSeconds
    }
}
