/// The checks that fail a test with a live application, made after the reset that ends it.
public struct LiveChecks: OptionSet, Sendable {
    /// The bits of the checks.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Components that survive the reset and that `outlive.known.yml` does not accept; requires an application that
    /// links Outlive.
    public static let leaks = LiveChecks(rawValue: 1)

    /// Globals and statics that differ after the reset from before the test and from fresh launches.
    ///
    /// Each property path fails one test of a run. A change that the first test shows is confirmed by a further launch;
    /// what differs between launches, counts resets or is accepted by the configuration's `expect` fails no test. The
    /// application is read from outside, so it need not link Outlive; where that is not permitted, or the program is
    /// stripped, the summary of the run says so. A test takes two captures, each as long as several resets.
    public static let state = LiveChecks(rawValue: 2)
}
