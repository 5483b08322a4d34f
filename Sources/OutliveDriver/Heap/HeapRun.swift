internal import FoundationEssentials
internal import Glibc
public import OutliveModel

/// One run of a command in the place of this process, with the heap tier in every Swift process of it.
public final class HeapRun: Sendable {
    /// Why the command is run without the heap tier; nil where it is not.
    public let refusal: Failure?
    private let command: Command
    private let settings: HeapSettings
    private let root: PrivateDirectory
    private let directory: HeapDirectory
    private let target: HeapTarget?

    /// Prepares a run.
    ///
    /// - Throws: `Failure` when no private directory can be made.
    public init(_ command: Command, _ settings: HeapSettings) throws {
        self.command = command
        self.settings = settings
        root = try PrivateDirectory()
        directory = try HeapDirectory.make(in: root.path)
        do throws(Failure) {
            // One that is not there is not found by whoever starts it, either.
            target = try command.executable.map { path throws(Failure) in try HeapTarget(Self.absolute(path)) }
            refusal = nil
        } catch {
            target = nil
            refusal = error
        }
    }

    /// Runs the command to its end; signals that this process is sent are passed on to it.
    ///
    /// - Parameter started: called when the program has been started.
    /// - Throws: `CommandNotRun` when it cannot be started.
    public func run(started: () -> Void) async throws(CommandNotRun) -> CensusReport.Ending {
        SignalRelay.begin()
        let process = try ForegroundProcess(command, environment: environment)
        SignalRelay.pass(to: process.processID)
        started()
        let ending = await process.end()
        SignalRelay.end()
        return ending
    }

    /// Waits for the first process that the heap tier begins to serve.
    ///
    /// - Returns: its number.
    /// - Throws: `Failure` when what it said cannot be read; `CancellationError` as soon as the task is cancelled.
    public func firstServed() async throws -> Int32 {
        try await pollUntilAnswered(longestPause: .milliseconds(50)) { [directory] in
            try directory.hellos().first { $0.refusal == nil }?.processID
        }
    }

    /// The last census of every process that the heap tier was in, or why there is none.
    ///
    /// Of one that runs on without the command it is asked for now.
    ///
    /// - Parameter timeout: the longest wait for each of those.
    /// - Throws: `Failure` when what a process said cannot be read, or none could say anything; `CancellationError`.
    public func censuses(timeout: Duration) async throws -> [HeapOutcome] {
        var outcomes: [HeapOutcome] = []
        let hellos = try directory.hellos()
        if hellos.isEmpty, let obstacle = directory.obstacle { throw obstacle }
        for hello in hellos {
            outcomes.append(HeapOutcome(hello: hello, file: try await lastCensus(of: hello, timeout)))
        }
        return outcomes
    }

    /// Removes all that was written.
    public func removeDirectory() {
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

    /// Why a process that has ended left no census.
    private var reason: String {
        settings.atExit
            ? "ended without a census: by SIGKILL or a bare system call, as it became another program, or as it had "
                + "forbidden itself system calls (seccomp)"
            : "left no census, as no kill -RTMIN+2 asked for one (outlive census keeps its own): ask before it ends, or "
                + "run with --census exit"
    }

    /// The variables of this process with those that switch the tier on.
    private var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        guard let target else { return own }
        var changes = settings.environment(
            for: target, directory: directory.path, preloaded: own[HeapSettings.preload])
        // Whoever runs a program by way of another one may name it.
        if let named = own[EnvironmentName.target], !named.isEmpty { changes[EnvironmentName.target] = named }
        return own.merging(changes.compactMapValues(\.self)) { $1 }.filter { name, _ in changes[name] != .some(nil) }
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}

/// What a process that the heap tier was in left behind.
public struct HeapOutcome: Sendable {
    /// What the tier said when it began.
    public var hello: HeapHello
    /// Its last census, or why there is none.
    public var file: Result<HeapFile, Failure>
}
