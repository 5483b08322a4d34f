internal import FoundationEssentials
internal import OutliveInspect
package import OutliveModel
internal import OutliveSupport

/// A run of a command in the foreground, with the heap tier in each of its Swift processes.
package final class HeapRun: Sendable {
    /// The reason why the command runs without the heap tier, or `nil` if it runs with it.
    package let refusal: Failure?
    private let command: Command
    private let settings: HeapSettings
    private let root: PrivateDirectory
    let directory: HeapDirectory
    private let target: HeapTarget?

    package init(_ command: Command, _ settings: HeapSettings) throws {
        self.command = command
        self.settings = settings
        let isOfTests = settings.testRepetitions != nil
        // SwiftPM reads the manifests of all packages anew if a variable has another value than in the last run.
        root = try PrivateDirectory(
            named: isOfTests ? fingerprint(of: [FileManager.default.currentDirectoryPath]) : nil)
        directory = try HeapDirectory.make(in: root.path)
        if settings.capturesStates { try directory.write(sharedKey: StateOrder.Key()) }
        do throws(Failure) {
            // The tier chooses the bundles of tests among the processes.
            target =
                isOfTests
                ? HeapTarget(executable: nil, hasTier: false)
                : try HeapTarget(of: command, inAnyLanguage: settings.countsAllocations)
            refusal = nil
        } catch {
            target = nil
            refusal = error
        }
    }

    /// Runs the command to its end and forwards the signals that this process receives.
    ///
    /// - Throws: `CommandNotRun`, or `Failure` if its status is unknown.
    package func run(started: () -> Void) async throws -> CensusReport.Ending {
        try await command.runInForeground(environment: environment, started: started)
    }

    /// Runs the command in the foreground, with a descriptor as its standard output, which is closed.
    ///
    /// - Throws: `CommandNotRun`, or `Failure` if its status is unknown.
    func run(output: Int32) async throws -> CensusReport.Ending {
        try await command.runInForeground(environment: environment, output: output)
    }

    /// Runs the command in the background, killed with all its descendants after some time.
    ///
    /// - Returns: Its output, or `nil` if it was killed.
    /// - Throws: `Failure` if it cannot be started.
    func runInBackground(limit: Duration, outputLimit: Int) async throws -> [UInt8]? {
        let output = OutputBuffer(limit: outputLimit)
        let changes: [String: String?] = environment.mapValues { $0 }
        let child = try ChildProcess.spawn(command, mark: .command(), environment: changes, output: output)
        let exit = try await firstOf(timeout: limit) { [exit = child.exit] in try await exit.get() }
        try await child.end(nil)
        return exit.value == nil ? nil : output.tail
    }

    /// Waits for the first process that the heap tier serves.
    package func firstServed() async throws -> Int32 {
        try await pollUntilAnswered(longestPause: .milliseconds(50)) { [directory] in
            try directory.startRecords().first { $0.refusal == nil }?.processID
        }
    }

    /// Returns the running processes that the heap tier serves.
    ///
    /// - Throws: `Failure` if the directory cannot be read.
    package func served() throws(Failure) -> [HeapProcess] {
        try directory.startRecords().filter { $0.refusal == nil }
            .map { HeapProcess(record: $0, directory: directory) }.filter(\.isRunning)
    }

    /// Returns a running process with the heap tier.
    ///
    /// - Throws: `Failure` if it has none that works.
    func process(_ processID: Int32) throws(Failure) -> HeapProcess {
        guard let record = try directory.startRecord(of: processID) else {
            throw Failure(.noCensus, "process \(processID) does not have the heap tier")
        }
        try record.check()
        return HeapProcess(record: record, directory: directory)
    }

    /// Returns the last census of every process that had the heap tier, or the reason why there is none.
    ///
    /// Requests a census now from a process that outlives the command.
    package func censuses(timeout: Duration) async throws -> [HeapOutcome] {
        var outcomes: [HeapOutcome] = []
        let records = try directory.startRecords()
        if records.isEmpty, let obstacle = directory.obstacle { throw obstacle }
        for record in records {
            outcomes.append((record, try await lastCensus(of: record, timeout)))
        }
        return outcomes
    }

    /// Returns the processes that have ended so far and left a census.
    ///
    /// - Throws: `Failure` if the directory cannot be read.
    func ended(except seen: Set<HeapStartRecord>) throws -> [(HeapStartRecord, HeapFile)] {
        try directory.startRecords().compactMap { record in
            guard !seen.contains(record), record.refusal == nil, !record.mayDescribeRunning,
                let file = try? directory.lastFile(of: record.processID)
            else { return nil }
            return (record, file)
        }
    }

    package func removeDirectory() { root.remove() }

    private func lastCensus(
        of record: HeapStartRecord, _ timeout: Duration
    ) async throws(CancellationError) -> Result<HeapFile, Failure> {
        do {
            try record.check()
            if let file = try directory.lastFile(of: record.processID) { return .success(file) }
            let process = HeapProcess(record: record, directory: directory)
            if process.isRunning {
                return .success(try await process.census(withGraph: settings.withGraph, timeout: timeout))
            }
            if let obstacle = directory.obstacle { return .failure(obstacle) }
            return .failure(Failure(.noCensus, "process \(record.processID) (\(record.program)) \(reason)"))
        } catch let failure as Failure {
            return .failure(failure)
        } catch {
            throw CancellationError()
        }
    }

    private var reason: String {
        settings.atExit
            ? "ended without a census: by SIGKILL or a bare system call, because it became another program, or because "
                + "it restricted its system calls (seccomp)"
            : "left no census, as no kill -RTMIN+2 requested one (outlive census keeps its own): request one before it "
                + "ends, or run with --census exit"
    }

    /// The variables of this process, and the variables that switch the heap tier on.
    private var environment: [String: String] {
        let own = CurrentProcess.environment
        guard let target else { return own }
        var changes = settings.environment(for: target, directory: directory.path, preloaded: own[HeapSettings.preload])
        // The environment may name another target, for programs run through a wrapper.
        if let named = own[EnvironmentName.target], !named.isEmpty { changes[EnvironmentName.target] = named }
        return CurrentProcess.environment(changedBy: changes)
    }
}

/// A process that had the heap tier, and its last census, or the reason why there is none.
package typealias HeapOutcome = (record: HeapStartRecord, file: Result<HeapFile, Failure>)
