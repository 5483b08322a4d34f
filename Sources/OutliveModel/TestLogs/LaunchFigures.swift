/// The time that test cases spent on launches of applications, from their log; all times are in seconds.
public struct LaunchFigures: Codable, Hashable, Sendable {
    /// The number of test cases that started or ended.
    public var testCases = 0
    /// The number of those test cases with activity lines, which UI tests have.
    public var testCasesWithActivities = 0
    /// The duration of the test cases; for one that never ended, up to its last activity line.
    public var testSeconds = 0.0
    /// The number of launches of applications.
    public var launches = 0
    /// The number of launches of applications that the log had launched before, or that were terminated for the launch.
    public var relaunches = 0
    /// The number of times a running application was brought to the front; these are no launches.
    public var activations = 0
    /// The duration of the launches, each up to the first line outside it: an upper bound of their cost.
    public var launchSeconds = 0.0
    /// The duration of the launches, each up to the wait for the application to idle: a lower bound of their cost.
    public var launchSecondsToIdle = 0.0
    /// The part of `launchSeconds` in relaunches.
    public var relaunchSeconds = 0.0
    /// The part of `launchSecondsToIdle` in relaunches.
    public var relaunchSecondsToIdle = 0.0
    /// The number of launches of unknown duration, as before a crash; no duration includes them.
    public var unendedLaunches = 0
    /// The number of those launches that are relaunches.
    public var unendedRelaunches = 0
    /// The number of waits for an application to idle that timed out.
    public var idleTimeouts = 0
    /// The duration of those waits.
    public var idleTimeoutSeconds = 0.0
    /// The part of `idleTimeoutSeconds` within launches, which `launchSeconds` includes.
    public var idleTimeoutSecondsInLaunches = 0.0
    /// The number of terminations of applications outside a launch.
    public var terminates = 0
    /// The duration of those terminations, which `launchSeconds` excludes.
    public var terminateSeconds = 0.0

    /// Creates figures of zero.
    public init() {}

    /// The share of launches in the time of the test cases, 0 to 1; `nil` if that time is 0.
    public var launchShare: Double? { testSeconds > 0 ? launchSeconds / testSeconds : nil }

    /// Adds other figures.
    public static func += (left: inout Self, right: Self) {
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
