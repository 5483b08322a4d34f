internal import OutliveDriver

/// The usual wait for an application that already serves: the cost of its ready check and its probe.
///
/// It is measured before every relaunch and every reset, when the application has done its work and is idle, so it
/// follows the speed of the machine. Shared by the instances of a run, as both arms end at the same event. Used by one
/// task only.
final class UsualWait {
    /// The number of the latest waits that count.
    private static let kept = 20
    private var waits: [Double] = []

    /// Records the wait, in seconds, for an idle application.
    func add(_ seconds: Double) {
        waits.append(seconds)
        if waits.count > Self.kept { waits.removeFirst() }
    }

    /// Returns the part of a wait that is beyond the usual one, in seconds, or 0 if the spread of those explains it.
    ///
    /// The limit is that of outliers: 3 scaled median absolute deviations above the median.
    func excess(of seconds: Double) -> Double {
        guard let usual = median(of: waits), let spread = medianAbsoluteDeviation(of: waits) else { return 0 }
        return seconds > usual + 3 * 1.4826 * spread ? seconds - usual : 0
    }
}
