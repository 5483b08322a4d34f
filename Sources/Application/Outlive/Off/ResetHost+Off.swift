#if !LiveReset
public import OutliveWire

// Reset requests in builds without the trait `LiveReset`. The host refuses them.
extension ResetHost {
    /// Refuses the reset.
    @discardableResult
    public func reset() async -> ResetReply {
        await handle(ResetRequest(id: 0))
    }

    /// Refuses the request, like a host that is not running.
    public func handle(_ request: ResetRequest) async -> ResetReply {
        var reply = reply(to: request, ResetLog())
        reply.failures = [StepFailure(step: "request", message: "built without the trait LiveReset")]
        reply.refusal = .notRunning
        return reply
    }

    /// Returns `nil`, because there are no resets.
    public func settled() async -> GenerationReport? { nil }

    func listen() async { notifiers = [] }
}

/// A stand-in for the harness, which is absent in these builds.
enum Harness {
    static func watchesAnother(by environment: [String: String]) -> Bool { false }
}

/// A stand-in for the report writer; it is never created.
struct HarnessReportWriter: Sendable {
    init?(environment: [String: String]) { return nil }

    func greet(of registry: LeakRegistry) {}
}
#endif
