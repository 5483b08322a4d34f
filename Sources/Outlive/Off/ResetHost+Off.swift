#if !LiveReset
public import OutliveModel

// What a host does in a build without the trait `LiveReset` when it is asked for a reset: it refuses.
extension ResetHost {
    /// Refuses.
    @discardableResult
    public func reset() async -> ResetReply {
        await handle(ResetRequest(id: 0))
    }

    /// Refuses, as a host does that is not running.
    public func handle(_ request: ResetRequest) async -> ResetReply {
        var reply = reply(to: request, ResetLog())
        reply.failures = [StepFailure(step: "request", message: "built without the trait LiveReset")]
        reply.refusal = .notRunning
        return reply
    }

    /// Returns nil: there was no reset.
    public func settled() async -> GenerationReport? { nil }

    /// Lets go of the notifiers.
    func listen() async { notifiers = [] }
}

/// Stands in for what is known of a harness: there is none.
enum Harness {
    static func watchesAnother(by environment: [String: String]) -> Bool { false }
}

/// Stands in for what tells a harness in files: there is none.
struct HarnessReports: Sendable {
    init?(environment: [String: String]) { return nil }

    func greet(of registry: LeakRegistry) {}
}
#endif
