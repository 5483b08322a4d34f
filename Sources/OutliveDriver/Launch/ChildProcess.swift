internal import Dispatch
internal import Glibc
internal import OutliveModel
internal import Subprocess
internal import SystemPackage

/// A running program that leads a process group of its own.
///
/// swift-subprocess runs a program inside a closure and reaps it when both are done, while an instance of an
/// application lives from one call to another and its group must be killed before its number can be used again.
/// So a task of its own holds the closure open: the program stays a zombie until `end` was called.
/// A spawn takes some 0.5 ms longer this way than by `posix_spawn(3)` alone, which counts as part of a launch.
final class ChildProcess: Sendable {
    /// The number of the process.
    let processID: pid_t
    /// The moment just before it was spawned.
    let spawned: SuspendingClock.Instant
    /// Comes when the process has ended and its output was read.
    let exit = Promise<ProcessExit>()

    private let group: ProcessGroup
    /// The process and all that it starts.
    let family: Family
    private let ended = Promise<ProcessExit>()
    private let mayBeReaped = Promise<Void>()
    private let reaped: Promise<Void>

    private init(processID: pid_t, mark: FamilyMark, spawned: SuspendingClock.Instant, reaped: Promise<Void>) {
        self.processID = processID
        self.spawned = spawned
        self.reaped = reaped
        group = ProcessGroup(id: processID)
        family = Family(of: group, marks: mark.variables)
        LastResort.add(family)
        DispatchQueue(label: "outlive.exit").async { [ended] in
            ended.fulfil(ProcessExit.await(processID: processID))
        }
    }

    /// Starts a program: no shell, nothing to read, signals as a shell would leave them, no descriptors but 0, 1, 2.
    ///
    /// Not cancellable, as a process that nobody knows of could not be stopped.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - mark: what its family is told by.
    ///   - environment: what differs from the environment of this process; nil takes a variable away.
    ///   - output: takes in what the program prints.
    ///   - errors: takes in what it prints on standard error; nil for the same as `output`.
    /// - Throws: `Failure` when it cannot be started, or this process is about to end.
    static func spawn(
        _ command: Command, mark: FamilyMark, environment: [String: String?], output: OutputBuffer,
        errors: OutputBuffer? = nil
    ) async throws -> ChildProcess {
        try FreeDescriptors.requireEnough(toStart: command)
        try LastResort.beginStart(of: command)
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
                if started.current == nil { LastResort.startFailed() }
                started.fulfil(.failure(Failure(.launch, "cannot start '\(command)': \(command.obstacle(to: error))")))
            }
            reaped.fulfil(())
        }
        return try await started.getEvenIfCancelled().get()
    }

    /// Waits for the end, tells of it, and stays until the process may be reaped.
    private func finish() async {
        exit.fulfil(await ended.getEvenIfCancelled())
        await mayBeReaped.getEvenIfCancelled()
    }

    /// Ends the process and all of its group, also what it left behind when it ended itself.
    ///
    /// Goes on when the task is cancelled. Further calls do nothing.
    ///
    /// - Parameter policy: how to ask it to end first; nil to kill it at once.
    /// - Returns: seconds from the signal until the process was gone; 0 when it was not running.
    /// - Throws: `Failure` when it does not even end when killed.
    @discardableResult
    func end(_ policy: StopPolicy?) async throws -> Double {
        try await Task { try await endUncancelled(policy) }.value
    }

    private func endUncancelled(_ policy: StopPolicy?) async throws -> Double {
        if reaped.current != nil { return 0 }
        let wasRunning = exit.current == nil
        var family = family
        // What has a session of its own is known by its parent only, which may end now.
        if wasRunning { family.look() }
        let asked = SuspendingClock.now
        if wasRunning, let policy {
            // The leader alone is asked, as by systemd's KillMode=mixed: many a server ends its helpers in its own way.
            kill(processID, policy.signal.number)
            _ = try await firstOf(timeout: policy.grace) { [exit] in try await exit.get() }
        }
        group.kill()
        guard
            case .value(let ended) = try await firstOf(
                timeout: .seconds(10), operation: { [exit] in try await exit.get() })
        else {
            throw Failure(
                .harness, "process \(processID) does not end, though it was killed: look at what it waits for")
        }
        await family.end()
        LastResort.remove(group)
        mayBeReaped.fulfil(())
        await reaped.getEvenIfCancelled()
        return wasRunning ? max(0, asked.duration(to: ended.instant).seconds) : 0
    }
}

extension OutputBuffer {
    /// Takes in a stream until it ends, which is when the process has ended at the latest.
    fileprivate func takeIn(_ stream: SubprocessOutputSequence) async {
        // A stream that fails has ended: what was read before is kept.
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
