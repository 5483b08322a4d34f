#if LiveReset
internal import Outlive

/// Turns presses into requests for a reset: at most one is under way.
///
/// Safe to use from any thread.
final class ResetPress: Sendable {
    private struct State {
        var handler: ResetHandler?
        var isUnderWay = false
    }

    private let state = Lock(State())

    /// Serves a host from now on, in place of the one before.
    func add(handler: ResetHandler) {
        state.withLock { $0.handler = handler }
    }

    /// Asks for a reset, unless no host listens yet, or one that was asked for here is under way.
    ///
    /// It returns before the reset begins: that must not destroy a window inside the emission of its own signal.
    ///
    /// - Returns: what ends with the reset; nil when none was asked for.
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
            // The one who pressed has nothing else that tells.
            for failure in reply.failures {
                StandardError.line("the reset failed in \(failure.step): \(failure.message)")
            }
        }
    }
}
#endif
