internal import OutliveModel
internal import OutliveSupport

/// Evidence, such as a screenshot, of an application in the state in which a failed test left it.
///
/// It is collected before the application is reset or stopped, and only if the test fails by an error or an
/// expectation. A problem that only the following reset finds, such as a leak, comes too late: the application has
/// changed by then. If a nested use of the application within a test fails, only the evidence of that use is kept.
public protocol FailureEvidence: Sendable {
    /// The time limit, 10 s by default. A late collection is cancelled and not awaited.
    var limit: Duration { get }

    /// Collects evidence about the application.
    ///
    /// It runs in a new task that is not cancelled with the test, and several kinds of evidence are collected one after
    /// another. Blocking work should run on its own thread.
    ///
    /// - Parameter processID: The process of the application, which may have died or hang, or `nil` if none is running.
    /// - Returns: The files to keep, or none if there is no evidence.
    /// - Throws: The reason why nothing was collected, which is reported at the end of the run and does not affect the
    ///   test.
    func collect(processID: Int32?) async throws -> [EvidenceFile]
}

extension FailureEvidence {
    /// Ten seconds.
    public var limit: Duration { .seconds(10) }

    /// Collects the evidence within its time limit; a late collection is cancelled and not awaited.
    func files(of processID: Int32?) async throws -> [EvidenceFile] {
        try await withCheckedThrowingContinuation { continuation in
            let isAnswered = Flag()
            let collection = Task {
                let files = await Result(awaiting: { try await collect(processID: processID) })
                if isAnswered.raise() { continuation.resume(with: files) }
            }
            let alarm = Task {
                try await Task.sleep(for: limit, clock: .suspending)
                collection.cancel()
                guard isAnswered.raise() else { return }
                continuation.resume(throwing: Failure(.harness, "it exceeded its time limit of \(limit)"))
            }
            Task {
                await collection.value
                alarm.cancel()
            }
        }
    }
}

/// A file that is kept for a failed test.
public struct EvidenceFile: Hashable, Sendable {
    /// The file name without a folder. A number is added if the name is already in use.
    public var name: String
    /// The content.
    public var bytes: [UInt8]

    /// Creates a file.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension Result {
    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}

extension Result where Failure == any Error {
    /// Awaits some work, and stores its result or error.
    nonisolated(nonsending) init(awaiting work: nonisolated(nonsending) () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
