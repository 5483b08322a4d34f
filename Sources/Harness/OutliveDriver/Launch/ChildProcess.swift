internal import Dispatch
internal import OutliveModel
internal import OutliveSupport
internal import Subprocess
internal import SystemPackage

/// A running program that leads its own process group.
///
/// swift-subprocess runs a program inside a closure and reaps it when both have ended. An instance of an application
/// lives across calls, and its group must be killed before its number can be reused. A task therefore holds the closure
/// open, and the program stays a zombie until `end` is called. Compared to a plain `posix_spawn(3)`, this adds about
/// 0.5 ms to each launch.
final class ChildProcess: Sendable {
    let processID: pid_t
    /// The moment just before the spawn.
    let spawned: SuspendingClock.Instant
    /// Fulfilled when the process has ended and its output has been read.
    let exit = Promise<ProcessExit>()

    private let group: ProcessGroup
    /// The process and all its descendants.
    let family: ProcessFamily
    private let ended = Promise<ProcessExit>()
    private let mayBeReaped = Promise<Void>()
    private let reaped: Promise<Void>

    private init(processID: pid_t, mark: ProcessFamilyMark, spawned: SuspendingClock.Instant, reaped: Promise<Void>) {
        self.processID = processID
        self.spawned = spawned
        self.reaped = reaped
        group = ProcessGroup(id: processID)
        family = ProcessFamily(of: group, marks: mark.variables)
        LaunchedProcesses.add(family)
        DispatchQueue(label: "outlive.exit").async { [ended] in
            ended.fulfil(ProcessExit.await(processID: processID))
        }
    }

    /// Starts a program without a shell: empty input, signals as in a shell, and no descriptors but 0, 1 and 2.
    ///
    /// Not cancellable, because a process without an owner could not be stopped.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - mark: the mark of its family.
    ///   - environment: the changes to the environment of this process; `nil` removes a variable.
    ///   - output: receives the program's output.
    ///   - errors: receives its standard error, or `nil` to use `output` for both.
    /// - Throws: `Failure` if the program cannot be started, or this process is about to end.
    static func spawn(
        _ command: Command, mark: ProcessFamilyMark, environment: [String: String?], output: OutputBuffer,
        errors: OutputBuffer? = nil
    ) async throws -> ChildProcess {
        try FreeDescriptors.requireEnough(toStart: command)
        try LaunchedProcesses.beginStart(of: command)
        let configuration = Configuration(command, environment: environment.merging(mark.environment) { $1 })
        let started = Promise<Result<ChildProcess, any Error>>()
        Task.detached {
            let reaped = Promise<Void>()
            let spawned = SuspendingClock.now
            func child(_ processID: pid_t) -> ChildProcess {
                let child = ChildProcess(
                    processID: processID, mark: mark, spawned: spawned, reaped: reaped)
                started.fulfil(.success(child))
                return child
            }
            do {
                if let errors {
                    _ = try await run(configuration, input: .none, output: .sequence, error: .sequence) { execution in
                        let child = child(execution.processIdentifier.value)
                        async let rest: Void = errors.takeIn(execution.standardError)
                        await output.takeIn(execution.standardOutput)
                        await rest
                        await child.finish()
                    }
                } else {
                    _ = try await run(
                        configuration, input: .none, output: .sequence, error: .combinedWithOutput
                    ) { execution in
                        let child = child(execution.processIdentifier.value)
                        await output.takeIn(execution.standardOutput)
                        await child.finish()
                    }
                }
            } catch {
                if started.current == nil { LaunchedProcesses.startFailed() }
                started.fulfil(.failure(Failure(.launch, "cannot start '\(command)': \(command.obstacle(to: error))")))
            }
            reaped.fulfil(())
        }
        return try await started.getEvenIfCancelled().get()
    }

    /// Waits for the end, fulfils `exit`, and returns once the process may be reaped.
    private func finish() async {
        exit.fulfil(await ended.getEvenIfCancelled())
        await mayBeReaped.getEvenIfCancelled()
    }

    /// Ends the process and its group, including the remains of a process that ended by itself.
    ///
    /// Continues if the task is cancelled. Further calls do nothing.
    ///
    /// - Parameter policy: the way to stop it, or `nil` to kill it at once.
    /// - Returns: the seconds from the signal until the process was gone; 0 if it was not running.
    /// - Throws: `Failure` if it survives even SIGKILL.
    @discardableResult
    func end(_ policy: StopPolicy?) async throws -> Double {
        try await Task { try await endUncancelled(policy) }.value
    }

    private func endUncancelled(_ policy: StopPolicy?) async throws -> Double {
        if reaped.current != nil { return 0 }
        let wasRunning = exit.current == nil
        var family = family
        // A process with a session of its own is known only by its parent, which may end now.
        if wasRunning { family.look() }
        let asked = SuspendingClock.now
        if wasRunning, let policy {
            // Only the leader gets the signal, as with systemd's KillMode=mixed: many servers end their helpers in
            // their own way.
            kill(processID, policy.signal.number)
            _ = try await firstOf(timeout: policy.grace) { [exit] in try await exit.get() }
        }
        group.kill()
        guard
            case .value(let ended) = try await firstOf(
                timeout: .seconds(10), operation: { [exit] in try await exit.get() })
        else {
            throw Failure(
                .harness, "process \(processID) did not end after SIGKILL: check what it waits for")
        }
        await family.end()
        LaunchedProcesses.remove(group)
        mayBeReaped.fulfil(())
        await reaped.getEvenIfCancelled()
        return wasRunning ? max(0, asked.duration(to: ended.instant).seconds) : 0
    }
}

extension OutputBuffer {
    /// Reads a stream until it ends, at the latest when the process ends.
    fileprivate func takeIn(_ stream: SubprocessOutputSequence) async {
        // A failed stream has ended; the bytes read so far are kept.
        do {
            for try await part in stream {
                append(part.withUnsafeBytes { Array($0) }, at: .now)
            }
        } catch {}
        finish()
    }
}

extension Configuration {
    fileprivate init(_ command: Command, environment: [String: String?]) {
        let isPath = command.program.contains("/")
        var updates: [Environment.Key: String?] = [:]
        for (name, value) in environment { updates[Environment.Key(stringLiteral: name)] = .some(value) }
        var options = PlatformOptions()
        options.processGroupID = 0
        self.init(
            executable: isPath ? .path(FilePath(command.program)) : .name(command.program),
            arguments: Arguments(executablePathOverride: command.program, remainingValues: command.arguments),
            environment: .inherit.updating(updates),
            platformOptions: options)
    }
}
