internal import Dispatch
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// A running program that leads its own process group.
///
/// It stays a zombie until `end` has killed its group, whose number could be reused otherwise.
final class ChildProcess: Sendable {
    let processID: pid_t
    let spawned: SuspendingClock.Instant
    /// Fulfilled when the process has ended and its output has been read.
    let exit = Promise<ProcessExit>()
    let family: ProcessFamily
    private let readers: [OutputReader]
    private let isReaped = Flag()

    private init(processID: pid_t, mark: ProcessFamilyMark, spawned: SuspendingClock.Instant, readers: [OutputReader]) {
        self.processID = processID
        self.spawned = spawned
        self.readers = readers
        family = ProcessFamily(of: processID, marks: mark.variables)
        family.register()
        DispatchQueue(label: "outlive.exit").async { [exit] in
            let ended = ProcessExit.await(processID: processID)
            for reader in readers { reader.readRest() }
            exit.fulfil(ended)
        }
    }

    /// Starts a program without a shell: empty input, signals as in a shell, and no descriptors but 0, 1 and 2.
    ///
    /// - Parameters:
    ///   - environment: the changes to the environment of this process; `nil` removes a variable.
    ///   - errors: receives the standard error, or `nil` to use `output` for both.
    /// - Throws: `Failure` if the program cannot be started, or this process is about to end.
    static func spawn(
        _ command: Command, mark: ProcessFamilyMark, environment: [String: String?], output: OutputBuffer,
        errors: OutputBuffer? = nil
    ) throws(Failure) -> ChildProcess {
        try ProcessFamily.beginStart(of: command)
        let environment = CurrentProcess.environment(changedBy: environment.merging(mark.environment) { $1 })
        var readers: [OutputReader] = []
        defer { for reader in readers { close(reader.writing) } }
        do throws(SystemError) {
            for buffer in [output] + (errors.map { [$0] } ?? []) { readers.append(try OutputReader(into: buffer)) }
            let spawned = SuspendingClock.now
            let processID = try OutliveSupport.spawn(
                command.program, [command.program] + command.arguments, environment: environment,
                sharing: .isolated(output: readers[0].writing, errors: readers[readers.count - 1].writing))
            return ChildProcess(processID: processID, mark: mark, spawned: spawned, readers: readers)
        } catch {
            ProcessFamily.startFailed()
            for reader in readers { reader.stop() }
            throw Failure(.launch, "cannot start '\(command)': \(command.obstacle(to: error))")
        }
    }

    /// Ends the process and its group, including the remains of a process that ended by itself.
    ///
    /// Continues if the task is cancelled. Further calls do nothing.
    ///
    /// - Parameters:
    ///   - policy: the way to stop it, or `nil` to kill it at once.
    ///   - program: the process that gets the signal first if this one does not handle it, as a shell that waits for a
    ///     program.
    /// - Returns: the seconds from the signal until the process was gone, 0 if it was not running; and how many of them
    ///   were a grace period that passed in vain.
    @discardableResult
    func end(_ policy: StopPolicy?, program: ProcessEntry? = nil) async throws -> (seconds: Double, grace: Double) {
        try await Task { try await endUncancelled(policy, program) }.value
    }

    private func endUncancelled(
        _ policy: StopPolicy?, _ program: ProcessEntry?
    ) async throws -> (seconds: Double, grace: Double) {
        if isReaped.isRaised { return (0, 0) }
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
        family.killGroup()
        guard let ended = try await firstOf(timeout: .seconds(10), operation: exit.get).value else {
            throw Failure(.harness, "process \(processID) did not end after SIGKILL: check what it waits for")
        }
        await family.end()
        family.unregister()
        for reader in readers { reader.stop() }
        if isReaped.raise() { waitpid(processID, nil, 0) }
        guard wasRunning else { return (0, 0) }
        let seconds = max(0, asked.duration(to: ended.instant).seconds)
        return (seconds, min(grace, seconds))
    }
}

/// A reader of a program's output into a buffer, until the pipe ends or `stop` is called.
///
/// It goes on after the end of the process, because a daemon would block on a full pipe.
private final class OutputReader: Sendable {
    /// The end of the pipe that the program writes to; the caller closes it.
    let writing: Int32
    private let buffer: OutputBuffer
    private let thread: ReadingThread

    /// Opens a pipe, and begins to read.
    ///
    /// - Throws: `SystemError` if the process has too many open descriptors.
    init(into buffer: OutputBuffer) throws(SystemError) {
        let pipe = try openPipe()
        (writing, self.buffer) = (pipe.writing, buffer)
        do throws(SystemError) {
            thread = try ReadingThread(pipe.reading, named: "outlive.output") { Self.read($0, into: buffer) != 0 }
        } catch {
            close(pipe.writing)
            throw error
        }
    }

    /// Reads what the process wrote before it ended, and ends the last line.
    func readRest() {
        // A pipe holds 1 MiB at most, and a daemon may write to it for ever.
        var reads = 0
        while reads < 16, thread.withDescriptor({ Self.read($0, into: buffer) }) ?? 0 > 0 { reads += 1 }
        buffer.finish()
    }

    func stop() { thread.stop() }

    /// Reads once.
    ///
    /// - Returns: The number of bytes: 0 at the end of the pipe, or if it broke, which ends the last line, and -1 if there
    ///   are none yet.
    private static func read(_ descriptor: Int32, into buffer: OutputBuffer) -> Int {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { room, initialized in
            count = OutliveSupport.read(descriptor, room.baseAddress, room.count)
            initialized = max(0, count)
        }
        if count > 0 { buffer.append(bytes, at: .now) }
        if count < 0, ![EAGAIN, EINTR].contains(errno) { count = 0 }
        if count == 0 { buffer.finish() }
        return count
    }
}
