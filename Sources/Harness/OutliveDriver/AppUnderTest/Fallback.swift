public import OutliveModel
internal import OutliveSupport

/// An unplanned relaunch after a reset that failed, timed out or could not carry its input.
public struct Fallback: Hashable, Sendable, CustomStringConvertible {
    /// The failure of the reset, with the last output of the application.
    public var reason: HarnessFailure
    /// The seconds of the failed reset and the relaunch together; of the reset alone if the relaunch failed too.
    public var seconds: Double

    /// Creates the record of a fallback.
    public init(reason: HarnessFailure, seconds: Double) {
        self.reason = reason
        self.seconds = seconds
    }

    /// The fallback as one line.
    public var description: String { "relaunched instead of reset: \(reason.message)" }
}

/// The treatment of a fallback.
public enum FallbackPolicy: String, CaseIterable, Hashable, Sendable {
    /// The fallback is only counted.
    case allow
    /// The fallback is counted, and one line reports it.
    case warn
    /// The fallback is counted and thrown after the relaunch, so the next test finds a clean application.
    case fail

    /// Writes a warning to standard error as one line, in a single call; safe from any thread.
    public static func printWarning(_ warning: String) {
        let line = "outlive: warning: \(warning.onOneLine())\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// Reports a fallback after the relaunch, as the policy demands.
    ///
    /// - Throws: `HarnessFailure` under `.fail`.
    func apply(to fallback: Fallback, warning: (String) -> Void) throws {
        switch self {
        case .allow: break
        case .warn: warning("\(fallback)")
        case .fail:
            var failure = fallback.reason
            failure.message += "; it was relaunched, which the policy takes for a failure"
            throw failure
        }
    }
}

/// The way in which an application becomes ready for the next test.
public enum ResetStrategy: String, CaseIterable, Hashable, Sendable {
    /// A reset in place where possible.
    case inPlace
    /// A relaunch every time, for comparison.
    case relaunch
}

/// The outcome of a reset that falls back to a relaunch on failure.
package struct ResetOutcome: Sendable {
    /// The seconds from the request until ready, including the relaunch after a failure.
    package var seconds: Double
    /// The wait from then until the application served, or `nil` if nothing shows that it serves.
    package var service: Service?
    /// The relaunch that took the place of the reset, or `nil` if the reset succeeded.
    var fallback: Fallback?
    /// The error of the relaunch, which describes both failures unless it is a cancellation; `nil` if it succeeded.
    var error: (any Error)?

    /// The failure that made a relaunch necessary, or `nil` if the reset succeeded.
    package var failure: Failure? { fallback?.reason }
}

extension Application {
    /// Resets the running application, and waits until it serves; if either fails or times out, stops and restarts it.
    ///
    /// - Returns: the total time, and the failure that made a relaunch necessary.
    package func resetOrRelaunch() async throws -> ResetOutcome {
        var outcome = try await orRelaunch(launching: nil) {
            ResetOutcome(seconds: try await reset(), service: try await awaitService())
        }
        if let error = outcome.error { throw error }
        if outcome.failure != nil { outcome.service = try await awaitService() }
        return outcome
    }

    /// Runs an operation on the running application; if it fails, stops and restarts the application.
    func orRelaunch(
        launching input: LaunchInput?, _ operation: @Sendable () async throws -> ResetOutcome
    ) async throws -> ResetOutcome {
        let begun = SuspendingClock.now
        do {
            return try await operation()
        } catch let failure as Failure where failure.code != .falseAcknowledgement {
            // A cancelled wait may end as a failure, which needs no fallback.
            try Task.checkCancellation()
            let lost = begun.duration(to: .now).seconds
            do {
                let seconds = lost + (try await stop()) + (try await start(input))
                return ResetOutcome(seconds: seconds, fallback: Fallback(reason: failure, seconds: seconds))
            } catch {
                let relaunch = (error as? Failure).map { second in
                    Failure(
                        second.code,
                        "\(second.message); this was the relaunch after a failed reset: \(failure.message)",
                        output: second.output ?? failure.output,
                        printedBy: second.output == nil ? failure.printedBy : second.printedBy)
                }
                return ResetOutcome(
                    seconds: lost, fallback: Fallback(reason: failure, seconds: lost), error: relaunch ?? error)
            }
        }
    }
}
