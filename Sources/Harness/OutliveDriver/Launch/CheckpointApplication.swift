internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// An application that CRIU saves in a checkpoint when it is ready, and that a reset restores.
///
/// The time of a reset contains the kill of the process, the copy of `{dir}` and the restoration, until the ready check
/// succeeds.
actor CheckpointApplication: ReplacedApplication {
    let active: ProcessApplication

    init(_ process: ProcessApplication) { active = process }

    func start(_ input: LaunchInput?) async throws -> Double {
        let seconds = try await active.start(input)
        try await active.takeCheckpoint()
        return seconds
    }

    func stop() async throws -> Double { try await active.stop() }

    func reset(_ input: LaunchInput?) async throws -> Double { try await active.restoreCheckpoint() }
}

/// A checkpoint of a process: its images, and the content of `{dir}` at that moment.
package struct Checkpoint: Sendable {
    /// The folder with the images of CRIU and with the copy of `{dir}`.
    let folder: String
    let processID: pid_t
    /// The output of the process in the notation of CRIU: `pipe:[4711]`.
    let output: String

    private var images: String { folder + "/images" }
    private var data: String { folder + "/data" }

    /// Takes a checkpoint of a process, which goes on.
    ///
    /// - Throws: `Failure` if the process cannot be captured.
    init(of processID: pid_t, directory: String, in folder: String, within limit: Duration) async throws {
        (self.folder, self.processID) = (folder, processID)
        output = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(processID)/fd/1")
        for path in [folder + "/images", folder + "/data"] {
            guard mkdir(path, 0o700) == 0 else {
                throw Failure(.harness, "cannot make the directory \(path): \(systemError()); set TMPDIR")
            }
        }
        _ = try await Self.criu(["dump", "--tree", "\(processID)", "--leave-running"], images: folder + "/images")
            .output(
                purpose: "the checkpoint", within: limit)
        try copyContents(of: directory, to: data, skippingOthers: true)
    }

    /// The command that restores the process and lasts as long as it.
    var restoration: Command {
        Self.criu(["restore", "--inherit-fd", "fd[1]:\(output)"], images: images)
    }

    /// Restores the content of `{dir}`.
    func restore(_ directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            removeTree("\(directory)/\(name)")
        }
        try copyContents(of: data, to: directory, skippingOthers: true)
    }

    /// The first error about the process in the log of the last restoration, or `nil` if there is none.
    var errorInRestoration: String? {
        let log = FileManager.default.contents(atPath: images + "/restore.log").map {
            String(decoding: $0, as: UTF8.self)
        }
        let error = log?.split(separator: "\n").first { $0.contains("Error (") && !$0.contains("rlimit:") }
        return error?.split(separator: "): ", maxSplits: 1).last?.trimmingPrefix { $0.isWhitespace }.onOneLine(
            upTo: 200)
    }

    private static func criu(_ action: [String], images: String) -> Command {
        Command(
            program: "criu",
            arguments: action + [
                "--images-dir", images, "--log-file", "\(action[0]).log", "--shell-job", "--tcp-close", "--file-locks",
            ])
    }

    /// Throws `Failure` if CRIU cannot restore checkpoints on this machine.
    package static func checkSupport() async throws {
        let check = Command(program: "criu", arguments: ["check"])
        guard check.isInstalled else {
            throw Failure(
                .harness,
                "an arm restores a checkpoint, and there is no program criu: install CRIU, or remove the arm")
        }
        do {
            _ = try await check.output(purpose: "the check of CRIU", within: .seconds(30))
        } catch let failure as Failure {
            let reason = failure.output?.split(separator: "\n").first { $0.contains("Error") } ?? "it gives no reason"
            throw Failure(
                .harness,
                "CRIU cannot restore checkpoints here ('criu check': \(reason)): run as root, with a CRIU for "
                    + "this kernel, or remove the arm")
        }
    }
}

extension ProcessApplication {
    /// Takes a checkpoint of the running process, which replaces an earlier one.
    func takeCheckpoint() async throws {
        guard let process = processRun else { return }
        let folder = try root.makeEmptyDirectory("\(dataName)-checkpoint")
        checkpoint = try await Checkpoint(
            of: process.subject, directory: process.options.directory, in: folder, within: timeout)
    }

    /// Kills the process, restores the checkpoint, and waits until it is ready.
    ///
    /// - Returns: the seconds from the kill until ready.
    func restoreCheckpoint() async throws -> Double {
        guard var process = processRun, let checkpoint else {
            throw Failure(.resetFailed, "there is no checkpoint to restore")
        }
        let begun = SuspendingClock.now
        try await process.endRestored(StopPolicy(signal: SignalNumber(number: SIGKILL), grace: .seconds(10)))
        try await process.child.end(nil)
        try checkpoint.restore(process.options.directory)
        let channels = Channels(
            notifications: process.channels.notifications, output: OutputBuffer(limit: process.channels.output.limit))
        let readiness = channels.readiness(process.options.ready)
        let child = try ChildProcess.spawn(
            checkpoint.restoration, mark: .application(watchedIn: process.directory.path), environment: [:],
            output: channels.output)
        process = process.restored(checkpoint.processID, by: child, channels)
        processRun = process
        switch try await firstOf(timeout: timeout, exit: process.exit, operation: { try await readiness(child) }) {
        case .value(let instant): return begun.duration(to: instant).seconds
        case .exited(let exit):
            let moment = "when its checkpoint was restored"
            guard let error = checkpoint.errorInRestoration else { throw process.ended(exit, moment, .resetFailed) }
            throw process.failure(.resetFailed, "\(exit) \(moment): CRIU reports '\(error)'")
        case .timedOut:
            throw process.failure(
                .resetFailed, "was not ready within \(timeout.text) of its restoration: raise --timeout")
        }
    }
}

extension ProcessRun {
    /// Ends a restored process before the one that restored it and that alone can free its number.
    func endRestored(_ policy: StopPolicy) async throws {
        guard let restored, child.exit.current == nil else { return }
        kill(restored, policy.signal.number)
        _ = try await firstOf(timeout: policy.grace, operation: child.exit.get)
    }

    /// Returns the run of a process that another one restored.
    fileprivate func restored(_ processID: pid_t, by child: ChildProcess, _ channels: Channels) -> ProcessRun {
        var run = ProcessRun(
            options: options, directory: directory, heap: heap, channels: channels, child: child, input: input,
            token: token)
        run.restored = processID
        return run
    }
}
