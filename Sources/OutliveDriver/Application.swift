public import OutliveModel

/// One instance of the application under measurement, as the arms see it.
///
/// Calls never overlap. Every wait has a deadline of its own. Methods throw `Failure` when the application or the
/// harness fails, and `CancellationError` when the task is cancelled; after either, `stop()` must still work.
public protocol Application: Sendable {
    /// Starts the process and waits until it is ready.
    ///
    /// - Parameter input: arguments that are added to those of the launch command, variables, and the fixture; nil for
    ///   a plain launch.
    /// - Returns: seconds from just before the spawn until ready.
    func start(_ input: LaunchInput?) async throws -> Double

    /// Stops the process and all it started: the stop signal, the grace period, then SIGKILL to its group.
    ///
    /// - Returns: seconds from the stop signal until the process was gone; 0 when it was not running.
    func stop() async throws -> Double

    /// Resets the running application in place and waits for the acknowledgement.
    ///
    /// - Parameter input: what the application is to find as if it had been launched with it; nil for what it was
    ///   launched with. A trigger that cannot carry an input makes it fail, and nothing is done.
    /// - Returns: seconds from the trigger until the acknowledgement.
    func reset(_ input: LaunchInput?) async throws -> Double

    /// Makes sure that a reset can be triggered, where the application has to say how; waits for that a moment.
    func confirmTrigger() async throws

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

    /// Has the live Swift objects of the application counted.
    ///
    /// - Parameter endingCycle: whether a cycle ends with it: what is made from now on belongs to the next one.
    /// - Returns: the snapshot, which lasts until the next one is asked for or the application is stopped; nil where
    ///   the heap tier is off.
    func census(endingCycle: Bool) async throws -> HeapFile?

    /// Has all blocks of the application written down, with what refers to what; no cycle ends with it.
    ///
    /// - Returns: the snapshot, which lasts as long as one of `census(endingCycle:)`; nil where the heap tier is off.
    func heapSnapshot() async throws -> HeapFile?

    /// What the application said of itself at its last start; nil when it is not watched.
    var hello: Hello? { get async }

    /// What the process uses now; nil when it is not running or cannot be read.
    func vitals() async -> Vitals?

    /// How the application ended by itself; nil while it runs, and when it was stopped.
    func death() async -> Failure?

    /// What the process holds and how it is set up now; nil when it is not running or is not there between requests.
    func state() async -> ProcessState?

    /// Where the process is found and what it printed; nil when none was started, or it was stopped.
    var traces: ProcessTraces? { get async }
}

extension Application {
    /// Starts the process plainly, see `start(_:)`.
    public func start() async throws -> Double { try await start(nil) }

    /// Does nothing: the trigger is known without the application.
    public func confirmTrigger() async throws {}

    /// Gives none: an application without a heap tier.
    public func census(endingCycle: Bool) async throws -> HeapFile? { nil }

    /// Gives none: an application without a heap tier.
    public func heapSnapshot() async throws -> HeapFile? { nil }

    /// Resets the application to what it was launched with, see `reset(_:)`.
    public func reset() async throws -> Double { try await reset(nil) }
}

/// What is known of one process of an application without asking it.
public struct ProcessTraces: Hashable, Sendable {
    /// The process that is the application; of a wrapper such as `sh -c`, the one within it that said hello.
    public var processID: Int32?
    /// The value of `{port}`; nil where no option holds it.
    public var port: UInt16?
    /// The value of `{dir}`.
    public var directory: String
    /// The end of what the process printed, at most 64 KiB.
    public var log: String

    /// Makes the traces of a process.
    public init(processID: Int32? = nil, port: UInt16? = nil, directory: String, log: String = "") {
        self.processID = processID
        self.port = port
        self.directory = directory
        self.log = log
    }
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
