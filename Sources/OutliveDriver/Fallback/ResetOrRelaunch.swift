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
        try await orRelaunch(launching: input) { try await self.reset(change) }
    }

    /// Does something to the running application, or stops it and starts it again when that fails.
    ///
    /// - Parameters:
    ///   - note: is told of the failure before the relaunch, with what was lost until then.
    ///   - act: returns seconds.
    func orRelaunch(
        launching input: LaunchInput?, failing note: @Sendable (ResetOutcome) async -> Void = { _ in },
        _ act: @Sendable () async throws -> Double
    ) async throws -> ResetOutcome {
        let clock = SuspendingClock()
        let begun = clock.now
        do {
            return ResetOutcome(seconds: try await act())
        } catch let failure as Failure where failure.code != .falseAcknowledgement {
            // A cancelled wait may end as a failure; there is nothing to fall back from then.
            try Task.checkCancellation()
            let lost = begun.duration(to: clock.now) / .seconds(1)
            await note(ResetOutcome(seconds: lost, failure: failure))
            do {
                let stopping = try await stop()
                let starting = try await start(input)
                return ResetOutcome(seconds: lost + stopping + starting, failure: failure)
            } catch let second as Failure {
                throw Failure(
                    second.code, "\(second.message); this was the relaunch after a failed reset: \(failure.message)",
                    output: second.output ?? failure.output)
            }
        }
    }
}
