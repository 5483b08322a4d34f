internal import OutliveModel

/// What came of a call that a relaunch stands in for when it fails.
enum ReplaceableCall: Sendable {
    /// It went well; the seconds are its own.
    case done(seconds: Double)
    /// It failed, and the application was launched again.
    case replaced(Fallback)
    /// It failed, and so did the relaunch; the error tells of both, where it is not that the task was cancelled.
    case lost(Fallback, any Error)

    /// That it failed, however the relaunch went.
    var fallback: Fallback? {
        switch self {
        case .done: nil
        case .replaced(let fallback), .lost(let fallback, _): fallback
        }
    }
}

extension Application {
    /// Does something to the running application, or stops it and starts it again when that fails.
    ///
    /// - Parameters:
    ///   - input: what the relaunch gives, see `start(_:)`.
    ///   - act: returns seconds.
    /// - Throws: what no relaunch can make good: a false acknowledgement, or `CancellationError`.
    func orRelaunch(
        launching input: LaunchInput?, _ act: @Sendable () async throws -> Double
    ) async throws -> ReplaceableCall {
        let clock = SuspendingClock()
        let begun = clock.now
        do {
            return .done(seconds: try await act())
        } catch let failure as Failure where failure.code != .falseAcknowledgement {
            // A cancelled wait may end as a failure; there is nothing to fall back from then.
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
