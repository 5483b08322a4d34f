internal import Dispatch
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols
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
    let spawned: SuspendingClock.Instant
    /// Fulfilled when the process has ended and its output has been read.
    let exit = Promise<ProcessExit>()
    let family: ProcessFamily
    private let ended = Promise<ProcessExit>()
    private let mayBeReaped = Promise<Void>()
    private let reaped: Promise<Void>

    private init(processID: pid_t, mark: ProcessFamilyMark, spawned: SuspendingClock.Instant, reaped: Promise<Void>) {
        self.processID = processID
        self.spawned = spawned
        self.reaped = reaped
        family = ProcessFamily(of: ProcessGroup(id: processID), marks: mark.variables)
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
    ///   - environment: the changes to the environment of this process; `nil` removes a variable.
    ///   - errors: receives the standard error, or `nil` to use `output` for both.
    /// - Throws: `Failure` if the program cannot be started, or this process is about to end.
    static func spawn(
        _ command: Command, mark: ProcessFamilyMark, environment: [String: String?], output: OutputBuffer,
        errors: OutputBuffer? = nil
    ) async throws -> ChildProcess {
        try requireDescriptors(toStart: command)
        try await LaunchedProcesses.beginStart(of: command)
        let configuration = Configuration(command, environment: environment.merging(mark.environment) { $1 })
        let started = Promise<Result<ChildProcess, any Error>>()
        Task.detached {
            let reaped = Promise<Void>()
            let spawned = SuspendingClock.now
            @Sendable func child(_ processID: ProcessIdentifier) -> ChildProcess {
                let child = ChildProcess(processID: processID.value, mark: mark, spawned: spawned, reaped: reaped)
                started.fulfil(.success(child))
                return child
            }
            do {
                if let errors {
                    _ = try await run(configuration, input: .none, output: .sequence, error: .sequence) { execution in
                        let child = child(execution.processIdentifier)
                        async let rest: Void = errors.read(execution.standardError)
                        await output.read(execution.standardOutput)
                        await rest
                        await child.finish()
                    }
                } else {
                    _ = try await run(
                        configuration, input: .none, output: .sequence, error: .combinedWithOutput
                    ) { execution in
                        let child = child(execution.processIdentifier)
                        await output.read(execution.standardOutput)
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
    /// - Parameters:
    ///   - policy: the way to stop it, or `nil` to kill it at once.
    ///   - program: the process that gets the signal first if this one does not handle it, as a shell that waits for a
    ///     program.
    /// - Returns: the seconds from the signal until the process was gone, 0 if it was not running; and those of the grace
    ///   period among them if it passed in vain.
    @discardableResult
    func end(_ policy: StopPolicy?, program: ProcessEntry? = nil) async throws -> (seconds: Double, grace: Double) {
        try await Task { try await endUncancelled(policy, program) }.value
    }

    private func endUncancelled(
        _ policy: StopPolicy?, _ program: ProcessEntry?
    ) async throws -> (seconds: Double, grace: Double) {
        if reaped.current != nil { return (0, 0) }
        var grace = 0.0
        let wasRunning = exit.current == nil
        var family = family
        // A process with a session of its own is known only by its parent, which may end now.
        if wasRunning { family.update() }
        let asked = SuspendingClock.now
        if wasRunning, let policy {
            let first = try await firstOf(timeout: policy.grace) { [self] in
                if let program, program.runsStill, !ProcessFiles(processID: processID).catches(policy.signal) {
                    kill(program.id, policy.signal.number)
                    try await pollUntilAnswered { program.runsStill ? nil : () }
                }
                // Only the leader gets the signal, as with systemd's KillMode=mixed: many servers end their helpers in
                // their own way.
                kill(processID, policy.signal.number)
                return try await exit.get()
            }
            if case .timedOut = first { grace = asked.duration(to: .now).seconds }
        }
        family.group.kill()
        guard let ended = try await firstOf(timeout: .seconds(10), operation: exit.get).value else {
            throw Failure(.harness, "process \(processID) did not end after SIGKILL: check what it waits for")
        }
        await family.end()
        LaunchedProcesses.remove(family.group)
        mayBeReaped.fulfil(())
        await reaped.getEvenIfCancelled()
        guard wasRunning else { return (0, 0) }
        let seconds = max(0, asked.duration(to: ended.instant).seconds)
        return (seconds, min(grace, seconds))
    }
}

extension OutputBuffer {
    /// Reads a stream until it ends, at the latest when the process ends.
    fileprivate func read(_ stream: SubprocessOutputSequence) async {
        // A failed stream has ended; the bytes read so far are kept.
        do {
            for try await part in stream { append(part.withUnsafeBytes { Array($0) }, at: .now) }
        } catch {}
        finish()
    }
}

extension Configuration {
    fileprivate init(_ command: Command, environment: [String: String?]) {
        var updates: [Environment.Key: String?] = [:]
        for (name, value) in environment { updates[Environment.Key(stringLiteral: name)] = .some(value) }
        var options = PlatformOptions()
        options.processGroupID = 0
        self.init(
            executable: command.program.contains("/") ? .path(FilePath(command.program)) : .name(command.program),
            arguments: Arguments(executablePathOverride: command.program, remainingValues: command.arguments),
            environment: .inherit.updating(updates),
            platformOptions: options)
    }
}

/// Checks that this process can still open the descriptors that the start of a program takes.
///
/// swift-subprocess ends this process by a trap if they run out halfway through a start.
///
/// - Throws: `Failure` if there are too few.
func requireDescriptors(toStart command: some CustomStringConvertible) throws(Failure) {
    // Pipes, the process, and what is needed to read them.
    let needed = 16
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure(
                .harness,
                "cannot start '\(command)': \(systemError()): of the \(needed) descriptors that it takes "
                    + "\(opened.count) are free; raise the limit with ulimit -n")
        }
        opened.append(descriptor)
    }
}
