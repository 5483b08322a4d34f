#if LiveReset
internal import OutliveSupport
internal import Outlive

/// Converts presses to reset requests, at most one at a time.
///
/// Safe to use from any thread.
final class ResetPress: Sendable {
    private struct State {
        var handler: ResetHandler?
        var isUnderWay = false
    }

    private let state = Lock(State())

    /// Sets the handler of the host, in place of any previous one.
    func add(handler: ResetHandler) {
        state.withLock { $0.handler = handler }
    }

    /// Requests a reset, unless there is no handler yet or an earlier request of this object is in progress.
    ///
    /// Returns before the reset begins, because a reset must not destroy a window during the emission of its signal.
    ///
    /// - Returns: A task that ends with the reset, or `nil` if none was requested.
    @discardableResult
    func press() -> Task<Void, Never>? {
        let handler = state.withLock { state -> ResetHandler? in
            guard !state.isUnderWay, let handler = state.handler else { return nil }
            state.isUnderWay = true
            return handler
        }
        guard let handler else { return nil }
        return Task {
            let reply = await handler(ResetRequest(id: 0))
            state.withLock { $0.isUnderWay = false }
            // The user has no other indication of a failure.
            for failure in reply.failures {
                StandardError.line("the reset failed in \(failure.step): \(failure.message)")
            }
        }
    }
}
#endif
