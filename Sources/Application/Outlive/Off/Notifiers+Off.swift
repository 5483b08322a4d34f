#if !LiveReset
public import OutliveWire

/// A stand-in for the signal notifier in builds without the trait `LiveReset`; it handles no signal.
public struct SignalNotifier: ResetNotifier {
    /// Does nothing.
    public init(environment: [String: String]? = nil) {}

    /// Does nothing; the name is not checked.
    public init(named name: String, environment: [String: String]? = nil) throws {}

    /// Does nothing.
    public func add(handler: ResetHandler) throws {}
}

/// A stand-in for the in-process notifier in builds without the trait `LiveReset`; it refuses requests.
public final class InProcessNotifier: ResetNotifier {
    /// Creates a notifier that refuses requests.
    public init() {}

    /// Does nothing.
    public func add(handler: ResetHandler) {}

    /// Refuses the request, like a host that is not running.
    public func send(_ request: ResetRequest) async -> ResetReply {
        let failure = StepFailure(step: "request", message: "built without the trait LiveReset")
        return ResetReply(
            request: request.id, kind: request.kind, endedGeneration: 0, failures: [failure], usable: false,
            refusal: .notRunning)
    }
}
#endif
