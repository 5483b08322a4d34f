internal import OutliveInspect
package import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// An application that runs as a separate process, driven by its configuration.
actor ProcessApplication: Application {
    let configuration: ApplicationConfiguration
    private let instance: Int
    let root: PrivateDirectory
    /// The key of the hashes in the captured state, which all instances of a run share.
    let stateKey: StateOrder.Key
    /// The time after an acknowledged reset in which the end of the application is attributed to it.
    let aftermath: Duration
    var timeout: Duration
    private var launches = 0
    var processRun: ProcessRun?
    private(set) var graceOfLastStop = 0.0
    /// The checkpoint that a reset restores, if there is one.
    var checkpoint: Checkpoint?

    var settle: Duration { configuration.settle }

    init(
        _ configuration: ApplicationConfiguration, instance: Int, root: PrivateDirectory,
        stateKey: StateOrder.Key = StateOrder.Key(), aftermath: Duration = .milliseconds(5)
    ) {
        self.configuration = configuration
        self.instance = instance
        self.root = root
        self.stateKey = stateKey
        self.aftermath = aftermath
        timeout = configuration.timeout
    }

    func start(_ input: LaunchInput?) async throws -> Double {
        _ = try await stop()
        let options = try await optionsOfNextStart()
        let target = try heapTarget(of: options.launch)
        launches += 1
        let directory = WatchDirectory(path: try root.makeEmptyDirectory("\(instance)-\(launches)"))
        let channels = Channels(
            notifications: try NotificationSocket(path: directory.notifySocket), output: OutputBuffer(limit: 65_536))
        let readiness = channels.readiness(options.ready)
        let token = BearerToken()
        let heap = try target.map { _ in try HeapDirectory.make(in: directory.path) }
        try Task.checkCancellation()
        let child = try ChildProcess.spawn(
            Command(program: options.launch.program, arguments: options.launch.arguments + (input?.arguments ?? []))
                .permittingInspection(through: configuration.inspectableLauncher),
            mark: .application(watchedIn: directory.path),
            environment: environment(directory, options.reset == .announced ? token : nil, input)
                .merging(heapEnvironment(target, heap, input)) { $1 },
            output: channels.output)
        let process = ProcessRun(
            options: options, directory: directory, heap: heap, channels: channels, child: child, input: input,
            token: token)
        processRun = process
        let seconds = try await seconds(until: readiness, of: process)
        try await findProgram()
        return seconds
    }

    /// Finds the process that met the ready check, untimed.
    private func findProgram() async throws {
        guard let process = processRun else { return }
        processRun?.program = try await onOwnThread { _ in process.findProgram() }
    }

    /// Follows the process that took the place of one that ended in a reset, as under a supervisor.
    func findSuccessor() async throws {
        guard let process = processRun, process.endedGeneration > 0, let ended = process.followed, !ended.runsStill,
            process.child.exit.current == nil
        else { return }
        let found = try await onOwnThread { _ in process.findProgram() }
        if found.process?.runsStill == true { processRun?.program = found }
    }

    func program() async throws -> MeasuredProgram? {
        try await settleProgram()
        return try processRun?.measuredProgram()
    }

    /// Finds the process that met the ready check again until it stays the same for 50 ms, two seconds at most.
    ///
    /// The first process that listens may pass its socket on, and another server may not have begun to listen.
    private func settleProgram() async throws {
        let deadline = SuspendingClock.now + .seconds(2)
        while let process = processRun, process.endedGeneration == 0, process.greeter == nil, process.isRunning,
            process.options.ready != .exit, SuspendingClock.now < deadline
        {
            try await Task.sleep(for: .milliseconds(50), clock: .suspending)
            try await findProgram()
            if processRun?.program == process.program { break }
        }
    }

    func stop() async throws -> Double {
        graceOfLastStop = 0
        guard let process = processRun else { return 0 }
        try await process.endRestored(configuration.stop)
        let stopped = try await process.child.end(configuration.stop, program: process.followed)
        graceOfLastStop = stopped.grace
        processRun = nil
        process.directory.remove()
        root.removeDirectory(dataName)
        return stopped.seconds - stopped.grace
    }

    @discardableResult
    func work() async throws -> Double? {
        guard configuration.work != nil else { return nil }
        let start = SuspendingClock.now
        for _ in 0..<configuration.workRepeat {
            try Task.checkCancellation()
            _ = try await perform(processRun?.options.work, .work)
        }
        return start.duration(to: .now).seconds
    }

    func probe() async throws -> [UInt8]? { try await perform(processRun?.options.probe, .probe) }

    func vitals() async -> Vitals? {
        try? await findSuccessor()
        guard let process = processRun, process.isRunning else { return nil }
        return Vitals(
            processID: process.subject, family: process.child.family, directory: process.options.directory)
    }

    func processorSeconds() async -> Double? {
        guard let process = processRun, process.isRunning else { return nil }
        return process.child.family.processorSeconds
    }

    func death() async -> Failure? {
        try? await findSuccessor()
        guard let process = processRun, let exit = try? await process.end() else { return nil }
        return process.ended(exit, "while it was in use")
    }

    func state() async -> ProcessState? {
        try? await findSuccessor()
        return processRun?.state()
    }

    var traces: ProcessTraces? {
        processRun.map { process in
            ProcessTraces(
                processID: process.subject, port: process.options.port, directory: process.options.directory,
                log: process.concealingToken(process.channels.output.lines(inLast: process.channels.output.limit)))
        }
    }

    /// The name of `{dir}`, the same at every start, because the output of the probe may contain it.
    var dataName: String { "\(instance)" }

    /// Chooses the values of the placeholders, and checks that no server listens at the application's endpoint.
    private func optionsOfNextStart() async throws -> StartOptions {
        let directory = try root.makeEmptyDirectory(dataName)
        // A port that was free may be taken now, so another is tried; a port in the user's command stays the same.
        var choices = configuration.ready.text.contains(Placeholders.portName) ? 5 : 1
        while true {
            let placeholders = Placeholders(
                port: try freeLoopbackPort(), directory: directory, instance: instance, here: configuration.here,
                build: configuration.build)
            let options = StartOptions(configuration, placeholders)
            guard let endpoint = options.ready.endpoint else { return options }
            if let obstacle = endpoint.obstacle { throw Failure(.harness, "\(obstacle): check --ready") }
            guard try await endpoint.isTaken() else { return options }
            choices -= 1
            guard choices == 0 else { continue }
            throw Failure(
                .endpointTaken,
                "another server already listens at \(endpoint), so readiness cannot be detected: stop it, or use "
                    + "{port} or {dir}")
        }
    }

    /// Returns the variables of an input and of the harness, which take precedence.
    private func environment(
        _ directory: WatchDirectory, _ token: BearerToken?, _ input: LaunchInput?
    ) -> [String: String?] {
        var variables: [String: String?] = input?.environment ?? [:]
        variables[EnvironmentName.notifySocket] = .some(directory.notifySocket)
        variables[EnvironmentName.settle] = .some("\(settle.seconds)")
        variables[EnvironmentName.leaks] = .some(configuration.leaks == .off ? "off" : nil)
        // The token of an outer harness is not inherited.
        variables[EnvironmentName.token] = .some(token?.text)
        variables[EnvironmentName.port] = .some(nil)
        if let input { variables[EnvironmentName.fixture] = .some(input.fixture) }
        return variables
    }

    private func seconds(
        until readiness: @escaping @Sendable (ChildProcess) async throws -> SuspendingClock.Instant,
        of process: ProcessRun
    ) async throws -> Double {
        switch try await firstOf(
            timeout: timeout, exit: process.exit, operation: { try await readiness(process.child) })
        {
        case .value(let instant):
            // If the process has ended, the answer came from another one.
            if let exit = process.child.exit.current, process.options.ready != .exit || !exit.isSuccess {
                throw endedEarly(process, exit)
            }
            _ = try process.directory.hello()
            return process.child.spawned.duration(to: instant).seconds
        case .exited(let exit):
            throw endedEarly(process, exit)
        case .timedOut:
            throw try await onOwnThread { [timeout] _ in process.notReady(within: timeout) }
        }
    }

    private func endedEarly(_ process: ProcessRun, _ exit: ProcessExit) -> Failure {
        let moment = "before it was ready (\(configuration.ready))"
        guard exit.isSuccess else { return process.ended(exit, moment, .notReady) }
        return process.failure(.notReady, "\(exit) \(moment): let it stay in the foreground")
    }

    private func perform(_ action: Action?, _ command: HelperCommand) async throws -> [UInt8]? {
        guard let action else { return nil }
        do {
            let bytes = try await firstOf(timeout: timeout, operation: { try await action.perform(command) }).value
            if let bytes { return bytes }
            throw Failure(
                .command, "\(command.purpose) '\(action)' did not finish within \(timeout.text): raise --timeout")
        } catch let failure as Failure {
            // An exit of the application is the better explanation.
            guard let process = processRun, let exit = try await process.endSeenLate() else { throw failure }
            throw process.ended(exit, "before or in \(command.purpose)", .command, consequence: failure)
        }
    }
}

/// A launcher of applications as separate processes, without a shell.
///
/// The private directories of its applications share one parent, which is removed with the launcher and its
/// applications.
package struct ProcessLauncher: Launcher {
    private let configuration: ApplicationConfiguration
    private let root: PrivateDirectory
    private let stateKey = StateOrder.Key()

    /// Prepares to launch a configuration.
    ///
    /// - Parameter removingAtExit: `true` to remove everything when this process exits or is interrupted, for a process
    ///   that does not clean up itself.
    package init(_ configuration: ApplicationConfiguration, removingAtExit: Bool = false) throws {
        self.configuration = configuration
        // Before the directory: without descriptors it could not be removed again.
        try Self.requireDescriptors(toStart: configuration.launch.text)
        root = try PrivateDirectory(removingAtExit: removingAtExit)
    }

    /// Checks that this process can still open the descriptors that a launch takes, because Dispatch ends the process
    /// by a trap if they run out.
    private static func requireDescriptors(toStart launch: String) throws(Failure) {
        // Pipes, the watchdog, sockets, timers, and what is needed to read files.
        let needed = 16
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < needed {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Failure(
                    .harness,
                    "cannot start '\(launch)': \(systemError()): of the \(needed) descriptors that it takes "
                        + "\(opened.count) are free; raise the limit with ulimit -n")
            }
            opened.append(descriptor)
        }
    }

    package var isolatesInstances: Bool { configuration.isolatesInstances }
    package var inspectsFromOutside: Bool { configuration.inspectsFromOutside }

    package func application(instance number: Int, arm: Arm?) async throws -> any Application {
        let instance = configuration.firstInstance + number
        func process(_ configuration: ApplicationConfiguration, _ instance: Int) -> ProcessApplication {
            ProcessApplication(configuration, instance: instance, root: root, stateKey: stateKey)
        }
        guard let arm = configuration.arms.first(where: { $0.name == arm }) else {
            return process(configuration, instance)
        }
        let own = configuration.configuration(of: arm)
        switch arm.trigger {
        case .relaunch, .launch, .reset: return process(own, instance)
        case .spare:
            return SpareApplication(
                process(own, instance), spare: process(own, configuration.arms.count + instance))
        case .checkpoint: return CheckpointApplication(process(own, instance))
        }
    }

    /// Removes the private directories now; call it when every application is stopped and the process is about to exit.
    package func removeDirectories() { root.remove() }
}
