/// The time that test cases spent on launches of applications, from their log; all times are in seconds.
package struct LaunchFigures: Codable, Hashable, Sendable {
    /// The number of test cases that started or ended.
    package var testCases = 0
    /// The number of those test cases with activity lines, which UI tests have.
    package var testCasesWithActivities = 0
    /// The duration of the test cases; for one that never ended, up to its last activity line.
    package var testSeconds = 0.0
    /// The number of launches of applications.
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
    /// The part of `launchSecondsToIdle` in relaunches.
    package var relaunchSecondsToIdle = 0.0
    /// The number of launches of unknown duration, as before a crash; no duration includes them.
    package var unendedLaunches = 0
    /// The number of those launches that are relaunches.
    package var unendedRelaunches = 0
    /// The number of waits for an application to idle that timed out.
    package var idleTimeouts = 0
    /// The duration of those waits.
    package var idleTimeoutSeconds = 0.0
    /// The part of `idleTimeoutSeconds` within launches, which `launchSeconds` includes.
    package var idleTimeoutSecondsInLaunches = 0.0
    /// The number of terminations of applications outside a launch.
    package var terminates = 0
    /// The duration of those terminations, which `launchSeconds` excludes.
    package var terminateSeconds = 0.0

    /// Creates figures of zero.
    package init() {}

    /// The share of launches in the time of the test cases, 0 to 1; `nil` if that time is 0.
    package var launchShare: Double? { testSeconds > 0 ? launchSeconds / testSeconds : nil }

    /// Adds other figures.
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
