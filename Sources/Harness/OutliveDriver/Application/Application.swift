package import OutliveModel

/// An instance of the application under measurement.
///
/// Calls never overlap, and every wait has its own deadline. Methods throw `Failure` if the application or the harness
/// fails, and `CancellationError` if the task is cancelled; `stop()` must work after either.
package protocol Application: Sendable {
    /// Starts the process and waits until it is ready.
    ///
    /// - Parameter input: arguments added to the launch command, variables and the fixture, or `nil` for a plain
    ///   launch.
    /// - Returns: the seconds from just before the spawn until ready.
    func start(_ input: LaunchInput?) async throws -> Double

    /// Stops the process and all processes it started: stop signal, grace period, then SIGKILL to its group.
    ///
    /// - Returns: the seconds from the stop signal until the process was gone, without a grace period that passed in
    ///   vain; 0 if it was not running.
    func stop() async throws -> Double

    /// The grace period, in seconds, that passed in vain in the last stop, as the application ignored the signal; 0 if
    /// it ended by itself.
    var graceOfLastStop: Double { get async }

    /// Resets the running application in place and waits for the acknowledgement.
    ///
    /// - Parameter input: the launch input to emulate, or `nil` for the launch's own. If the trigger cannot carry it,
    ///   the call throws and does nothing.
    /// - Returns: the seconds from the trigger until the acknowledgement.
    func reset(_ input: LaunchInput?) async throws -> Double

    /// Resets the running application, and captures its globals and statics after each part of the reset.
    ///
    /// - Parameter inspect: receives the name of the part and the snapshot, which it removes. It is not called if the
    ///   application does not pause, as those alone do that link Outlive.
    func reset(pausing inspect: @escaping StepReader) async throws

    /// Waits briefly until a reset can be triggered, if the application has to announce its trigger.
    func confirmTrigger() async throws

    /// Sends a request without effect, if the application can be pinged.
    ///
    /// - Returns: the seconds from the request until the answer, or `nil` if the application cannot be pinged.
    func ping() async throws -> Double?

    /// Runs the configured work, so that the next reset follows some use; does nothing without work.
    ///
    /// - Returns: the seconds of the work, or `nil` without work.
    @discardableResult
    func work() async throws -> Double?

    /// Sends a request of a route, and waits for the answer.
    ///
    /// - Returns: the answer, without a status if there was none in time.
    func send(_ request: RouteRequest) async throws -> RouteAnswer

    /// Returns the current output of the probe, or `nil` if none is configured.
    func probe() async throws -> [UInt8]?

    /// Waits until the application serves: until its ready check, if repeatable, is answered, and its probe prints.
    ///
    /// - Returns: the wait, or `nil` if there is neither such a check nor a probe.
    func awaitService() async throws -> Service?

    /// Waits for the report of the generation that the last reset ended.
    ///
    /// - Returns: the report, not symbolicated, or `nil` if the application is not watched.
    func settled() async throws -> GenerationReport?

    /// Takes a census of the live Swift objects of the application.
    ///
    /// - Parameter endingCycle: `true` to end the cycle, so that later allocations belong to the next one.
    /// - Returns: the snapshot, valid until the next one or until the application is stopped, or `nil` if the heap tier
    ///   is off.
    func census(endingCycle: Bool) async throws -> HeapFile?

    /// Captures every heap block of the application and the references between them; ends no cycle.
    ///
    /// - Returns: the snapshot, valid as long as one of `census(endingCycle:)`, or `nil` if the heap tier is off.
    func heapSnapshot() async throws -> HeapFile?

    /// Captures the use of resident memory by the application, from outside.
    ///
    /// - Returns: the snapshot, valid until the next one or until the application is stopped, or `nil` if the heap tier
    ///   is off.
    func memorySnapshot() async throws -> HeapFile?

    /// Captures the globals and statics of the application, with the same key in all instances of the launcher.
    ///
    /// The process is stopped for some milliseconds, so that the call is no part of anything that is timed.
    ///
    /// - Returns: the snapshot, which the caller removes, valid until the next one, or `nil` if no process runs or its
    ///   state cannot be captured at all.
    /// - Throws: `Failure` with the reason if it cannot be captured now.
    func stateSnapshot() async throws -> HeapFile?

    /// Returns the processes with the heap tier that the measured one started, the oldest first; none without the tier.
    func workers() async -> [Worker]

    /// Takes a census of a worker, and ends its cycle.
    ///
    /// - Returns: the snapshot, which the caller removes, or `nil` if the worker is gone.
    func census(of worker: Worker) async throws -> HeapFile?

    /// Captures every heap block of a worker and the references between them; see `census(of:)`.
    func heapSnapshot(of worker: Worker) async throws -> HeapFile?

    /// The hello message of the last start, or `nil` if the application is not watched.
    var hello: RegistryStatus? { get async }

    /// Returns the resource use of the process, or `nil` if it is not running or cannot be read.
    func vitals() async -> Vitals?

    /// Returns the memory, threads and descriptors of the process, which are read in less time than all resources.
    func briefVitals() async -> Vitals?

    /// Returns the processor time of all its running processes so far, in seconds, or `nil` if none runs.
    func processorSeconds() async -> Double?

    /// Returns the reason why the application ended by itself, or `nil` if it runs or was stopped.
    func death() async -> Failure?

    /// Returns the resources and settings of the process, or `nil` if it is not running or exits between requests.
    func state() async -> ProcessState?

    /// Returns the process that is measured, or `nil` if none runs or it is not known.
    ///
    /// - Throws: `Failure` if it is unclear which process met the ready check, or if it cannot be measured.
    func program() async throws -> MeasuredProgram?

    /// The identity and output of the process, or `nil` if none was started or it was stopped.
    var traces: ProcessTraces? { get async }
}

/// A reader of a snapshot after a part of a reset, such as `teardown/store`.
package typealias StepReader = @Sendable (_ part: String, HeapFile) throws -> Void

extension Application {
    package func start() async throws -> Double { try await start(nil) }

    /// 0, for applications that obey.
    package var graceOfLastStop: Double { 0 }
    /// Does nothing: the trigger is known without the application.
    package func confirmTrigger() async throws {}
    /// Returns `nil`: nothing shows that the application serves.
    package func awaitService() async throws -> Service? { nil }
    /// Fails: there is no server to send to.
    package func send(_ request: RouteRequest) async throws -> RouteAnswer {
        throw Failure(.harness, "the application is not known to answer requests")
    }
    package func briefVitals() async -> Vitals? { await vitals() }
    /// Returns `nil`: the time is not known.
    package func processorSeconds() async -> Double? { nil }
    /// Returns `nil`, for applications of one process.
    package func program() async throws -> MeasuredProgram? { nil }
    /// Returns `nil`, for applications without a heap tier.
    package func census(endingCycle: Bool) async throws -> HeapFile? { nil }
    package func heapSnapshot() async throws -> HeapFile? { nil }
    package func memorySnapshot() async throws -> HeapFile? { nil }
    package func stateSnapshot() async throws -> HeapFile? { nil }
    package func reset(pausing inspect: @escaping StepReader) async throws { _ = try await reset() }
    package func workers() async -> [Worker] { [] }
    package func census(of worker: Worker) async throws -> HeapFile? { nil }
    package func heapSnapshot(of worker: Worker) async throws -> HeapFile? { nil }
    package func reset() async throws -> Double { try await reset(nil) }
}

extension Application {
    /// Returns the state of the process once it is stable, because some programs start helpers after they are ready.
    ///
    /// The state is stable after three unchanged reads, 50 ms apart, or after two seconds at most.
    ///
    /// - Returns: the last state read, or `nil` if `state()` is `nil`.
    package func settledState(clock: some Clock<Duration> = .suspending) async -> ProcessState? {
        let deadline = clock.now.advanced(by: .seconds(2))
        var seen = await state()
        var unchanged = 0
        while seen != nil, clock.now < deadline {
            // A cancelled run returns the state read so far.
            guard (try? await clock.sleep(for: .milliseconds(50))) != nil else { return seen }
            let next = await state()
            unchanged = next == seen ? unchanged + 1 : 0
            if unchanged == 3 { break }
            seen = next
        }
        return seen
    }
}

/// A wait until an application served.
package struct Service: Hashable, Sendable {
    /// The seconds from the first question to the last answer, which includes the cost of the questions.
    package var seconds: Double
    /// The output of the probe, or `nil` if none is configured.
    package var printed: [UInt8]?

    package init(seconds: Double, printed: [UInt8]? = nil) { (self.seconds, self.printed) = (seconds, printed) }
}

/// The process of an application that is measured.
package struct MeasuredProgram: Hashable, Sendable {
    package var processID: Int32
    /// The file name of the program, or `nil` if it is the one that the launch command begins with.
    package var name: String?
    /// The reason why it is not simply the launched process, or `nil` if it is.
    package var note: String?
}

package struct ProcessTraces: Hashable, Sendable {
    /// The process of the application; for a wrapper such as `sh -c`, the inner process that is ready.
    package var processID: Int32?
    package var port: UInt16?
    package var directory: String
    /// The last output of the process, at most 64 KiB.
    package var log = ""

    package init(processID: Int32? = nil, port: UInt16? = nil, directory: String, log: String = "") {
        (self.processID, self.port, self.directory, self.log) = (processID, port, directory, log)
    }
}

package protocol Launcher: Sendable {
    /// `true` if two instances can be alive at once, each with its own port or directory.
    var isolatesInstances: Bool { get }
    /// `true` if snapshots are taken from outside, so that they contain neither births nor cycles.
    var inspectsFromOutside: Bool { get }

    /// Creates an instance without starting it.
    ///
    /// - Parameters:
    ///   - instance: the number of the instance, from 0, as in `{instance}`.
    ///   - arm: the arm whose trigger resets it, or `nil` for the only trigger.
    func application(instance: Int, arm: Arm?) async throws -> any Application
}

extension Launcher {
    package func application(instance: Int) async throws -> any Application {
        try await application(instance: instance, arm: nil)
    }

    package var inspectsFromOutside: Bool { false }
}
