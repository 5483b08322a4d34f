#if LiveReset
internal import OutliveSupport
public import OutliveWire

/// A notifier that requests resets from inside the process, for tests and for hosts with their own request channel.
///
/// Safe to use from any task. It serves one host: each added handler replaces the previous one.
public final class InProcessNotifier: ResetNotifier {
    private let handler = Lock<ResetHandler?>(nil)

    /// Creates a notifier without a handler.
    public init() {}

    /// Sets the handler of all later requests.
    public func add(handler: ResetHandler) {
        self.handler.withLock { $0 = handler }
    }

    /// Sends a request and waits until the host has carried it out.
    ///
    /// - Returns: The host's reply, or a failed reply if no host was started with this notifier.
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
