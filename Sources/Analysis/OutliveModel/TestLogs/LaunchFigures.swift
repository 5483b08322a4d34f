/// The time that test cases spent on launches of applications, from their log; all times are in seconds.
package struct LaunchFigures: Codable, Hashable, Sendable {
    /// The number of test cases that started or ended.
    package var testCases = 0
    /// The number of those test cases with activity lines, which UI tests have.
    package var testCasesWithActivities = 0
    /// The duration of the test cases; for one that never ended, up to its last activity line.
    package var testSeconds = 0.0
    package var launches = 0
    /// The number of launches of applications that the log had launched before, or that were terminated for the launch.
    package var relaunches = 0
    /// The number of times a running application was brought to the front; these are no launches.
    package var activations = 0
    /// The duration of the launches, each up to the first line outside it: an upper bound of their cost.
    package var launchSeconds = 0.0
    /// The duration of the launches, each up to the wait for the application to idle: a lower bound of their cost.
    package var launchSecondsToIdle = 0.0
    /// The part of `launchSeconds` in relaunches.
    package var relaunchSeconds = 0.0
    package var relaunchSecondsToIdle = 0.0
    /// The number of launches of unknown duration, as before a crash; no duration includes them.
    package var unendedLaunches = 0
    package var unendedRelaunches = 0
    package var idleTimeouts = 0
    package var idleTimeoutSeconds = 0.0
    /// The part of `idleTimeoutSeconds` within launches, which `launchSeconds` includes.
    package var idleTimeoutSecondsInLaunches = 0.0
    /// The number of terminations of applications outside a launch.
    package var terminates = 0
    /// The duration of those terminations, which `launchSeconds` excludes.
    package var terminateSeconds = 0.0

    package init() {}

    /// The share of launches in the time of the test cases, 0 to 1; `nil` if that time is 0.
    package var launchShare: Double? { testSeconds > 0 ? launchSeconds / testSeconds : nil }

    package static func += (left: inout Self, right: Self) {
        left.testCases += right.testCases
        left.testCasesWithActivities += right.testCasesWithActivities
        left.testSeconds += right.testSeconds
        left.launches += right.launches
        left.relaunches += right.relaunches
        left.activations += right.activations
        left.launchSeconds += right.launchSeconds
        left.launchSecondsToIdle += right.launchSecondsToIdle
        left.relaunchSeconds += right.relaunchSeconds
        left.relaunchSecondsToIdle += right.relaunchSecondsToIdle
        left.unendedLaunches += right.unendedLaunches
        left.unendedRelaunches += right.unendedRelaunches
        left.idleTimeouts += right.idleTimeouts
        left.idleTimeoutSeconds += right.idleTimeoutSeconds
        left.idleTimeoutSecondsInLaunches += right.idleTimeoutSecondsInLaunches
        left.terminates += right.terminates
        left.terminateSeconds += right.terminateSeconds
    }
}

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
    package var launches: Int
    package var relaunches: Int
    /// The upper bound of the cost of the launches, in seconds.
    package var launchSeconds: Double
    /// The lower bound of the cost, up to the wait for the application to idle, in seconds.
    package var launchSecondsToIdle: Double
    /// The duration of the test cases, in seconds.
    package var testSeconds: Double

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

package struct TestCaseRun: Hashable, Sendable {
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
    package var outcome: Outcome
    /// The launches in the run; `testSeconds` is the duration of the run.
    package var figures: LaunchFigures
    /// `true` if the log already contained the same test with the same activity lines.
    package var isRepeated: Bool

    package init(suite: String, test: String, outcome: Outcome, figures: LaunchFigures, isRepeated: Bool) {
        (self.suite, self.test, self.outcome) = (suite, test, outcome)
        (self.figures, self.isRepeated) = (figures, isRepeated)
    }
}

/// The cost of a reset in place.
package struct ResetCost: Codable, Hashable, Sendable {
    /// The duration of one reset, in seconds: the given value or the median of measurements.
    package var seconds: Double
    /// The interval of the median, in seconds; `nil` if it was not measured, or too rarely.
    package var interval: Interval?

    package init(seconds: Double, interval: Interval? = nil) {
        self.seconds = seconds
        self.interval = interval
    }
}

/// The time saved if every relaunch in a log were a reset in place.
package struct LaunchSavings: Codable, Hashable, Sendable {
    package var reset: ResetCost
    /// The number of relaunches to replace; repeated parts of a log count once, and untimed relaunches are excluded.
    package var resets: Int
    /// The number of relaunches of unknown duration, which no saving includes.
    package var untimedRelaunches: Int
    /// The duration of the relaunches, in seconds: an upper bound.
    package var relaunchSeconds: Double
    /// The duration of the relaunches up to the wait for idle, in seconds: a lower bound.
    package var relaunchSecondsToIdle: Double

    /// The maximum saving, in seconds: the relaunches minus the resets; negative if the resets cost more.
    package var savedSeconds: Double
    /// The minimum saving, in seconds: the relaunches up to the wait for idle minus the resets.
    package var savedSecondsToIdle: Double
    /// The interval of `savedSeconds` that follows from the interval of the reset's cost; `nil` if that is unknown.
    package var savedInterval: Interval?

    package init(reset: ResetCost, unique: LaunchFigures) {
        self.reset = reset
        resets = unique.relaunches - unique.unendedRelaunches
        untimedRelaunches = unique.unendedRelaunches
        relaunchSeconds = unique.relaunchSeconds
        relaunchSecondsToIdle = unique.relaunchSecondsToIdle
        savedSeconds = relaunchSeconds - Double(resets) * reset.seconds
        savedSecondsToIdle = relaunchSecondsToIdle - Double(resets) * reset.seconds
        savedInterval = reset.interval.map { [relaunchSeconds, resets] cost in
            Interval(
                lower: relaunchSeconds - Double(resets) * cost.upper,
                upper: relaunchSeconds - Double(resets) * cost.lower, level: cost.level)
        }
    }
}
