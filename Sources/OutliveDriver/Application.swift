public import OutliveModel

/// One instance of the application under measurement, as the arms see it.
///
/// Calls never overlap. Every wait has a deadline of its own. Methods throw `Failure` when the application or the
/// harness fails, and `CancellationError` when the task is cancelled; after either, `stop()` must still work.
public protocol Application: Sendable {
    /// Starts the process and waits until it is ready.
    ///
    /// - Returns: seconds from just before the spawn until ready.
    func start() async throws -> Double

    /// Stops the process and all it started: the stop signal, the grace period, then SIGKILL to its group.
    ///
    /// - Returns: seconds from the stop signal until the process was gone; 0 when it was not running.
    func stop() async throws -> Double

    /// Resets the running application in place and waits for the acknowledgement.
    ///
    /// - Returns: seconds from the trigger until the acknowledgement.
    func reset() async throws -> Double

    /// Sends a request that does nothing, where the application can be pinged.
    ///
    /// - Returns: seconds from the request until the answer; nil when it cannot be pinged.
    func ping() async throws -> Double?

    /// Uses the application, so that what is reset next has been used; does nothing where no work was given.
    func work() async throws

    /// What the probe prints now; nil where no probe was given.
    func probe() async throws -> [UInt8]?

    /// Waits for the report of the generation that the last reset ended.
    ///
    /// - Returns: the report, not symbolicated; nil when the application is not watched.
    func settled() async throws -> GenerationReport?

    /// What the application said of itself at its last start; nil when it is not watched.
    var hello: Hello? { get async }

    /// What the process uses now; nil when it is not running or cannot be read.
    func vitals() async -> Vitals?

    /// How the application ended by itself; nil while it runs, and when it was stopped.
    func death() async -> Failure?

    /// What the process holds and how it is set up now; nil when it is not running or is not there between requests.
    func state() async -> ProcessState?
}

/// Makes the instances of the application under measurement.
public protocol Launcher: Sendable {
    /// Whether two instances can be alive at once, each with its own port or directory.
    var isolatesInstances: Bool { get }

    /// Prepares an instance, not yet started.
    ///
    /// - Parameter instance: 0 for the relaunched one, 1 for the one that is reset.
    func application(instance: Int) async throws -> any Application
}
