package import OutliveInspect
package import OutliveModel
internal import OutliveSupport

/// A running process that is inspected from time to time, and was not launched by the harness.
///
/// Calls never overlap.
package protocol WatchedProcess: Sendable {
    var processID: Int32 { get }
    /// The path of the executable.
    var executable: String { get }

    /// Captures every heap block and the references between them.
    ///
    /// - Returns: the snapshot, valid until the next one or the end of the watch.
    /// - Throws: `Failure` if there is none; `ProcessEnded` if the process has ended.
    func snapshot() async throws -> HeapFile

    /// Waits for some time, or for the end of the process.
    ///
    /// - Throws: `ProcessEnded` if the process has ended; `CancellationError`.
    func wait(for time: Duration) async throws

    /// Returns the resource use of the process, or `nil` if it cannot be read.
    func vitals() async -> Vitals?
}

/// The end of a watched process.
package struct ProcessEnded: Error, Hashable {}

/// A process of this machine, prepared for a census or not.
package actor AttachedProcess: WatchedProcess {
    package nonisolated let processID: Int32
    package nonisolated let executable: String
    private let limits: InspectionLimits
    private let withMemory: Bool
    private let requiresObjects: Bool
    private let entry: ProcessEntry
    /// The process as one that takes the census itself, or `nil` to inspect it from outside.
    private let served: HeapProcess?
    /// The owner of the last snapshot.
    private var last: TakenSnapshot?

    /// Attaches to a process, without stopping it yet.
    ///
    /// - Parameters:
    ///   - fromOutside: `true` to inspect from outside also a process that can take the census itself.
    ///   - withMemory: `true` to capture the use of resident memory as well, if it is inspected from
    ///     outside.
    ///   - requiresObjects: `false` to accept a program without Swift objects.
    ///   - limits: The limits of each snapshot. A process that takes the census itself has only the timeout.
    /// - Throws: `Failure` if there is no such process.
    package init(
        _ processID: Int32, fromOutside: Bool, withMemory: Bool = false, requiresObjects: Bool = true,
        limits: InspectionLimits
    ) throws(Failure) {
        guard let entry = ProcessEntry(processID), entry.isRunning else {
            throw Failure(.noCensus, "there is no process \(processID): find it with ps or pgrep")
        }
        self.processID = processID
        self.limits = limits
        self.withMemory = withMemory
        self.requiresObjects = requiresObjects
        self.entry = entry
        executable = ProcessFiles(processID: processID).target(of: "exe") ?? entry.name
        served = fromOutside ? nil : try HeapProcess.ifServed(processID)
    }

    package func snapshot() async throws -> HeapFile {
        guard isRunning else { throw ProcessEnded() }
        do {
            let taken = try await TakenSnapshot(
                of: .process(processID), by: served, withGraph: true, withMemory: withMemory,
                requiresObjects: requiresObjects, limits: limits)
            last = taken
            // Another process may have got the number just before.
            guard isRunning else { throw ProcessEnded() }
            return taken.file
        } catch let failure as Failure {
            guard isRunning else { throw ProcessEnded() }
            throw failure
        }
    }

    package func wait(for time: Duration) async throws {
        let outcome = try await firstOf(timeout: time) { [self] in
            try await pollUntilAnswered(longestPause: .milliseconds(500)) { isRunning ? nil : true }
        }
        if case .value = outcome { throw ProcessEnded() }
    }

    package func vitals() -> Vitals? { Vitals(processID: processID) }

    /// `true` until the process ends.
    package nonisolated var isRunning: Bool { entry.runsStill }
}
