#if LiveReset
internal import OutliveSupport
package import OutliveWire

/// A converter of presses to requests for a plain reset, at most one at a time, for notifiers of windows.
///
/// Safe to use from any thread.
package final class ResetPress: Sendable {
    private let state = Lock((handler: ResetHandler?.none, isUnderWay: false))

    package init() {}

    /// Sets the handler of the host, in place of any previous one.
    package func add(handler: ResetHandler) {
        state.withLock { $0.handler = handler }
    }

    /// Requests a reset, unless there is no handler yet or an earlier request of this object is in progress.
    ///
    /// Returns before the reset begins, because a reset must not destroy a window while that window emits a signal.
    ///
    /// - Parameter done: Receives the host's reply.
    /// - Returns: A task that ends with the reset, or `nil` if none was requested.
    @discardableResult
    package func press(then done: @escaping @Sendable (ResetReply) -> Void = { _ in }) -> Task<Void, Never>? {
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
            done(reply)
        }
    }
}
#endif
