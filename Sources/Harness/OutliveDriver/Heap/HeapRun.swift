internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// A run of a command in the foreground, with the heap tier in each of its Swift processes.
package final class HeapRun: Sendable {
    /// The reason why the command runs without the heap tier, or `nil` if it runs with it.
    package let refusal: Failure?
    private let command: Command
    private let settings: HeapSettings
    private let root: PrivateDirectory
    private let directory: HeapDirectory
    private let target: HeapTarget?

    /// Prepares a run.
    ///
    /// - Throws: `Failure` if no private directory can be created.
    package init(_ command: Command, _ settings: HeapSettings) throws {
        self.command = command
        self.settings = settings
        root = try PrivateDirectory()
        directory = try HeapDirectory.make(in: root.path)
        do throws(Failure) {
            // A missing executable is reported when it is started.
            target = try command.executable.map { path throws(Failure) in try HeapTarget(Self.absolute(path)) }
            refusal = nil
        } catch {
            target = nil
            refusal = error
        }
    }

    /// Runs the command to its end and forwards the signals that this process receives.
    ///
    /// - Parameter started: called once the program has started.
    /// - Throws: `CommandNotRun` if it cannot be started.
    package func run(started: () -> Void) async throws(CommandNotRun) -> CensusReport.Ending {
        SignalRelay.begin()
        let process = try ForegroundProcess(command, environment: environment)
        SignalRelay.pass(to: process.processID)
        started()
        let ending = await process.end()
        SignalRelay.end()
        return ending
    }

    /// Waits for the first process that the heap tier serves.
    ///
    /// - Returns: the process ID.
    /// - Throws: `Failure` if a hello message cannot be read; `CancellationError` as soon as the task is cancelled.
    package func firstServed() async throws -> Int32 {
        try await pollUntilAnswered(longestPause: .milliseconds(50)) { [directory] in
            try directory.hellos().first { $0.refusal == nil }?.processID
        }
    }

    /// Returns the last census of every process that had the heap tier, or the reason why there is none.
    ///
    /// A process that outlives the command is requested to take a census now.
    ///
    /// - Parameter timeout: the longest wait for each such process.
    /// - Throws: `Failure` if a hello message cannot be read, or no process could write one; `CancellationError`.
    package func censuses(timeout: Duration) async throws -> [HeapOutcome] {
        var outcomes: [HeapOutcome] = []
        let hellos = try directory.hellos()
        if hellos.isEmpty, let obstacle = directory.obstacle { throw obstacle }
        for hello in hellos {
            outcomes.append(HeapOutcome(hello: hello, file: try await lastCensus(of: hello, timeout)))
        }
        return outcomes
    }

    /// Removes the directory and all files in it.
    package func removeDirectory() {
        root.remove()
    }

    private func lastCensus(
        of hello: HeapHello, _ timeout: Duration
    ) async throws(CancellationError) -> Result<HeapFile, Failure> {
        do {
            try hello.check()
            if let file = try directory.lastFile(of: hello.processID) { return .success(file) }
            let process = HeapProcess(hello, in: directory)
            if process.isRunning { return .success(try await process.census(timeout: timeout)) }
            if let obstacle = directory.obstacle { return .failure(obstacle) }
            return .failure(Failure(.noCensus, "process \(hello.processID) (\(hello.executable)) \(reason)"))
        } catch let failure as Failure {
            return .failure(failure)
        } catch {
            throw CancellationError()
        }
    }

    /// The reason why an ended process left no census.
    private var reason: String {
        settings.atExit
            ? "ended without a census: by SIGKILL or a bare system call, because it became another program, or because "
                + "it restricted its system calls (seccomp)"
            : "left no census, as no kill -RTMIN+2 requested one (outlive census keeps its own): request one before it "
                + "ends, or run with --census exit"
    }

    /// The variables of this process with those that switch the heap tier on.
    private var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        guard let target else { return own }
        var changes = settings.environment(
            for: target, directory: directory.path, preloaded: own[HeapSettings.preload])
        // The environment may name another target, for programs run through a wrapper.
        if let named = own[EnvironmentName.target], !named.isEmpty { changes[EnvironmentName.target] = named }
        return own.merging(changes.compactMapValues(\.self)) { $1 }.filter { name, _ in changes[name] != .some(nil) }
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}

/// The result of a process that had the heap tier.
package struct HeapOutcome: Sendable {
    /// The hello message of the tier.
    package var hello: HeapHello
    /// The last census, or the reason why there is none.
    package var file: Result<HeapFile, Failure>
}
