public import OutliveModel

/// How a reset went that is replaced by a relaunch when it fails.
public struct ResetOutcome: Hashable, Sendable {
    /// From the request until ready, in seconds; after a failure, the failed reset and the relaunch together.
    public var seconds: Double
    /// Why the reset failed and the application was relaunched; nil when it was reset.
    public var failure: Failure?

    /// Makes an outcome.
    public init(seconds: Double, failure: Failure? = nil) {
        self.seconds = seconds
        self.failure = failure
    }
}

extension Application {
    /// Resets the running application, or stops it and starts it again when the reset fails or is late.
    ///
    /// - Parameters:
    ///   - change: what the reset asks for, see `reset(_:)`; by default what the application was launched with.
    ///   - input: what the relaunch gives, see `start(_:)`.
    /// - Returns: the whole cost, and the failure that made a relaunch necessary.
    /// - Throws: `Failure` when the relaunch fails too, or the acknowledgement is a false one, which no relaunch makes
    ///   a true one; `CancellationError` when the task is cancelled.
    public func resetOrRelaunch(
        to change: LaunchInput? = nil, launching input: LaunchInput? = nil
    ) async throws -> ResetOutcome {
        switch try await orRelaunch(launching: input, { try await self.reset(change) }) {
        case .done(let seconds): ResetOutcome(seconds: seconds)
        case .replaced(let fallback): ResetOutcome(seconds: fallback.seconds, failure: fallback.reason)
        case .lost(_, let error): throw error
        }
    }
}
