internal import OutliveModel

/// The figures of `LaunchFigures`, in whole microseconds.
struct LaunchCounts {
    var testCases = 0
    var testCasesWithActivities = 0
    var testTime: Int64 = 0
    var launches = 0
    var relaunches = 0
    var activations = 0
    var launchTime: Int64 = 0
    var launchTimeToIdle: Int64 = 0
    var relaunchTime: Int64 = 0
    var relaunchTimeToIdle: Int64 = 0
    var unendedLaunches = 0
    var unendedRelaunches = 0
    var idleTimeouts = 0
    var idleTimeoutTime: Int64 = 0
    var idleTimeoutTimeInLaunches: Int64 = 0
    var terminates = 0
    var terminateTime: Int64 = 0

    /// `true` if it contains no launches, activations, idle timeouts or terminations.
    var isEmpty: Bool { launches == 0 && activations == 0 && idleTimeouts == 0 && terminates == 0 }

    static func += (left: inout Self, right: Self) {
        left.testCases += right.testCases
        left.testCasesWithActivities += right.testCasesWithActivities
        left.testTime &+= right.testTime
        left.launches += right.launches
        left.relaunches += right.relaunches
        left.activations += right.activations
        left.launchTime &+= right.launchTime
        left.launchTimeToIdle &+= right.launchTimeToIdle
        left.relaunchTime &+= right.relaunchTime
        left.relaunchTimeToIdle &+= right.relaunchTimeToIdle
        left.unendedLaunches += right.unendedLaunches
        left.unendedRelaunches += right.unendedRelaunches
        left.idleTimeouts += right.idleTimeouts
        left.idleTimeoutTime &+= right.idleTimeoutTime
        left.idleTimeoutTimeInLaunches &+= right.idleTimeoutTimeInLaunches
        left.terminates += right.terminates
        left.terminateTime &+= right.terminateTime
    }

    var figures: LaunchFigures {
        func seconds(_ time: Int64) -> Double { Double(time) / 1e6 }
        var figures = LaunchFigures()
        figures.testCases = testCases
        figures.testCasesWithActivities = testCasesWithActivities
        figures.testSeconds = seconds(testTime)
        figures.launches = launches
        figures.relaunches = relaunches
        figures.activations = activations
        figures.launchSeconds = seconds(launchTime)
        figures.launchSecondsToIdle = seconds(launchTimeToIdle)
        figures.relaunchSeconds = seconds(relaunchTime)
        figures.relaunchSecondsToIdle = seconds(relaunchTimeToIdle)
        figures.unendedLaunches = unendedLaunches
        figures.unendedRelaunches = unendedRelaunches
        figures.idleTimeouts = idleTimeouts
        figures.idleTimeoutSeconds = seconds(idleTimeoutTime)
        figures.idleTimeoutSecondsInLaunches = seconds(idleTimeoutTimeInLaunches)
        figures.terminates = terminates
        figures.terminateSeconds = seconds(terminateTime)
        return figures
    }
}
