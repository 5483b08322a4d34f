/// What test cases spent on starting applications, as their log tells; all times are in seconds.
public struct LaunchFigures: Codable, Hashable, Sendable {
    /// Test cases that were started or ended.
    public var testCases = 0
    /// Those of them that have activity lines, as UI tests have.
    public var testCasesWithActivities = 0
    /// How long the test cases took; of one that never ended, up to its last activity line.
    public var testSeconds = 0.0
    /// Launches of applications.
    public var launches = 0
    /// Launches of applications that the log had launched before, or that were terminated to be launched.
    public var relaunches = 0
    /// Applications that ran and were brought to the front: no launches.
    public var activations = 0
    /// The launches, each up to the first line that is no part of it: an upper bound of what they cost.
    public var launchSeconds = 0.0
    /// The launches, each up to where it begins to wait for the application to idle: a lower bound of what they cost.
    public var launchSecondsToIdle = 0.0
    /// The part of `launchSeconds` that went to relaunches.
    public var relaunchSeconds = 0.0
    /// The part of `launchSecondsToIdle` that went to relaunches.
    public var relaunchSecondsToIdle = 0.0
    /// Launches after which nothing came that would tell how long they took, as after a crash; no time counts them.
    public var unendedLaunches = 0
    /// Those of them that are relaunches.
    public var unendedRelaunches = 0
    /// Waits for an application to idle that were given up.
    public var idleTimeouts = 0
    /// How long these waits took.
    public var idleTimeoutSeconds = 0.0
    /// The part of `idleTimeoutSeconds` that is within launches, and so in `launchSeconds` as well.
    public var idleTimeoutSecondsInLaunches = 0.0
    /// Terminations of applications that are no part of a launch.
    public var terminates = 0
    /// How long these took; `launchSeconds` has none of it.
    public var terminateSeconds = 0.0

    /// Makes figures of nothing.
    public init() {}

    /// The part of the test cases' time that went to launches, 0 to 1; nil where there was no such time.
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
