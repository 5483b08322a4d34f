package import OutliveModel

/// The outcome of a reset for which a relaunch substitutes on failure.
package struct ResetOutcome: Hashable, Sendable {
    /// The seconds from the request until ready, including the relaunch after a failure.
    package var seconds: Double
    /// The failure that made a relaunch necessary, or `nil` if the reset succeeded.
    package var failure: Failure?

    /// Creates an outcome.
    package init(seconds: Double, failure: Failure? = nil) {
        self.seconds = seconds
        self.failure = failure
    }
}

extension Application {
    /// Resets the running application; if the reset fails or times out, stops and restarts it.
    ///
    /// - Parameters:
    ///   - change: the input of the reset; see `reset(_:)`. The default is that of the launch.
    ///   - input: the input of the relaunch; see `start(_:)`.
    /// - Returns: the total time, and the failure that made a relaunch necessary.
    /// - Throws: `Failure` if the relaunch fails too, or after a false acknowledgement, which no relaunch can repair;
    ///   `CancellationError` if the task is cancelled.
    package func resetOrRelaunch(
        to change: LaunchInput? = nil, launching input: LaunchInput? = nil
    ) async throws -> ResetOutcome {
        switch try await orRelaunch(launching: input, { try await self.reset(change) }) {
        case .done(let seconds): ResetOutcome(seconds: seconds)
        case .replaced(let fallback): ResetOutcome(seconds: fallback.seconds, failure: fallback.reason)
        case .lost(_, let error): throw error
        }
    }
}
