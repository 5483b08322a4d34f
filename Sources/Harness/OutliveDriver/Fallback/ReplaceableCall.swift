internal import OutliveModel

/// The outcome of a call for which a relaunch substitutes on failure.
enum ReplaceableCall: Sendable {
    /// The call succeeded and took these seconds.
    case done(seconds: Double)
    /// The call failed, and the application was relaunched.
    case replaced(Fallback)
    /// The call and the relaunch failed; the error describes both, unless it is a cancellation.
    case lost(Fallback, any Error)

    /// The fallback, or `nil` if the call succeeded.
    var fallback: Fallback? {
        switch self {
        case .done: nil
        case .replaced(let fallback), .lost(let fallback, _): fallback
        }
    }
}

extension Application {
    /// Runs an operation on the running application; if it fails, stops and restarts the application.
    ///
    /// - Parameters:
    ///   - input: the input of the relaunch; see `start(_:)`.
    ///   - act: the operation; returns its seconds.
    /// - Throws: errors that no relaunch can repair: a false acknowledgement, or `CancellationError`.
    func orRelaunch(
        launching input: LaunchInput?, _ act: @Sendable () async throws -> Double
    ) async throws -> ReplaceableCall {
        let clock = SuspendingClock()
        let begun = clock.now
        do {
            return .done(seconds: try await act())
        } catch let failure as Failure where failure.code != .falseAcknowledgement {
            // A cancelled wait may end as a failure, which needs no fallback.
            try Task.checkCancellation()
            let lost = begun.duration(to: clock.now).seconds
            return await relaunch(input, after: Fallback(reason: failure, seconds: lost))
        }
    }

    private func relaunch(_ input: LaunchInput?, after failed: Fallback) async -> ReplaceableCall {
        do {
            let stopping = try await stop()
            let starting = try await start(input)
            return .replaced(Fallback(reason: failed.reason, seconds: failed.seconds + stopping + starting))
        } catch let second as Failure {
            let both = Failure(
                second.code,
                "\(second.message); this was the relaunch after a failed reset: \(failed.reason.message)",
                output: second.output ?? failed.reason.output,
                printedBy: second.output == nil ? failed.reason.printedBy : second.printedBy)
            return .lost(failed, both)
        } catch {
            return .lost(failed, error)
        }
    }
}
