#if !LiveReset
public import OutliveModel

/// Stands in for the signal's notifier in a build without the trait `LiveReset`: it leaves every signal alone.
public struct SignalNotifier: ResetNotifier {
    /// Does nothing.
    public init(environment: [String: String]? = nil) {}

    /// Does nothing; the name is not looked at.
    public init(named name: String, environment: [String: String]? = nil) throws {}

    /// Does nothing.
    public func add(handler: ResetHandler) throws {}
}

/// Stands in for the notifier of tests in a build without the trait `LiveReset`: requests are refused.
public final class InProcessNotifier: ResetNotifier {
    /// Makes a notifier that refuses.
    public init() {}

    /// Does nothing.
    public func add(handler: ResetHandler) {}

    /// Refuses, as a host does that is not running.
    public func send(_ request: ResetRequest) async -> ResetReply {
        let failure = StepFailure(step: "request", message: "built without the trait LiveReset")
        return ResetReply(
            request: request.id, kind: request.kind, endedGeneration: 0, failures: [failure], usable: false,
            refusal: .notRunning)
    }
}
#endif
