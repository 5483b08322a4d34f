/// What test cases of one suite, or all runs of one test case, spent on launches.
///
/// What a log repeats counts once.
public struct LaunchGroup: Codable, Hashable, Sendable {
    /// The suite, as `Module.Class`; empty where the log names none.
    public var suite: String
    /// The test case within the suite; absent for a whole suite, and empty for lines outside of test cases.
    public var test: String?
    /// How many test cases were run.
    public var runs: Int
    /// How many launches they had.
    public var launches: Int
    /// How many of them are relaunches.
    public var relaunches: Int
    /// The upper bound of what the launches cost, in seconds.
    public var launchSeconds: Double
    /// The lower bound of it, up to where the application was waited for to idle, in seconds.
    public var launchSecondsToIdle: Double
    /// How long the test cases took, in seconds.
    public var testSeconds: Double

    /// Makes the group from its figures.
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
