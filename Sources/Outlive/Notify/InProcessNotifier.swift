#if LiveReset
public import OutliveModel

/// Asks for resets from inside the process: for tests, and for hosts that have a way of their own to be asked.
///
/// Safe to use from any task. It serves one host: a handler that is added later replaces the one before it.
public final class InProcessNotifier: ResetNotifier {
    private let handler = Lock<ResetHandler?>(nil)

    /// Makes a notifier that has no handler yet.
    public init() {}

    /// Keeps the handler for the requests that are sent from now on.
    public func add(handler: ResetHandler) {
        self.handler.withLock { $0 = handler }
    }

    /// Sends a request and waits until it has been carried out.
    ///
    /// - Returns: the host's reply; one with a failure when no host has been started with this notifier.
    public func send(_ request: ResetRequest) async -> ResetReply {
        guard let handler = handler.withLock({ $0 }) else {
            let failure = StepFailure(step: "request", message: "no host has been started with this notifier")
            return ResetReply(
                request: request.id, kind: request.kind, endedGeneration: 0, failures: [failure], usable: false)
        }
        return await handler(request)
    }
}
#endif
