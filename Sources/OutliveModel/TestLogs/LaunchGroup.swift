/// The launches in the test cases of one suite, or in all runs of one test case.
///
/// Repeated parts of a log count once.
public struct LaunchGroup: Codable, Hashable, Sendable {
    /// The suite as `Module.Class`; empty if the log names none.
    public var suite: String
    /// The test case within the suite; `nil` for a whole suite, and empty for lines outside of test cases.
    public var test: String?
    /// The number of test case runs.
    public var runs: Int
    /// The number of their launches.
    public var launches: Int
    /// The number of those launches that are relaunches.
    public var relaunches: Int
    /// The upper bound of the cost of the launches, in seconds.
    public var launchSeconds: Double
    /// The lower bound of the cost, up to the wait for the application to idle, in seconds.
    public var launchSecondsToIdle: Double
    /// The duration of the test cases, in seconds.
    public var testSeconds: Double

    /// Creates the group from its figures.
    public init(suite: String, test: String?, figures: LaunchFigures) {
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
