#if !LiveReset
public import OutliveWire

// The public types in builds without the trait `LiveReset`: nothing is recorded, and requests are refused.

/// A stand-in for the registry in builds without the trait `LiveReset`.
///
/// It records nothing, and `track` compiles to nothing.
public final class LeakRegistry: Sendable {
    /// Creates a registry that records nothing.
    @inlinable
    public init(isEnabled: Bool = true, depth: Int = 32) {}

    @inlinable
    deinit {}

    /// Always `false`; setting it has no effect.
    @inlinable
    public var isEnabled: Bool {
        get { false }
        set {}
    }

    /// Does nothing.
    @inlinable
    public func untrack(_ component: AnyObject) {}

    /// Always 1.
    public var generation: Int { 1 }

    /// Always 0.
    public var registered: Int { 0 }
}

extension LeakRegistry {
    /// A registry that records nothing.
    ///
    /// Each access creates a new one, so that the optimizer can remove the object together with every call of `track`.
    @_transparent
    public static var shared: LeakRegistry { LeakRegistry() }

    /// Returns `component` without evaluating the name.
    @_transparent
    @discardableResult
    public func track<Component: AnyObject>(
        _ component: Component, as name: @autoclosure () -> String? = nil, lifetime: Lifetime = .untilReset,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Component {
        component
    }

    /// Returns an empty generation.
    public func endGeneration(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) -> EndedGeneration {
        EndedGeneration()
    }

    var depth: Int32 { 0 }

    func open(_ scope: LeakRegistry) {}

    func close(_ scope: LeakRegistry) {}

    /// Returns the result of a registry that detects nothing.
    package func selfCheck() -> SelfCheck { SelfCheck(leakFound: false, falseAlarm: false) }
}

/// A stand-in for an ended generation; it contains no components.
public struct EndedGeneration: Sendable {
    /// Always 1.
    public let generation = 1
    /// Always 0.
    public let aliveAtSweep = 0
    /// Always empty.
    public let alive: [AliveComponent] = []

    /// Returns an empty report immediately.
    public func settled() async -> GenerationReport {
        GenerationReport(generation: generation, registered: 0, died: 0)
    }
}

extension Unwinder {
    /// Always `framePointer`, because nothing is captured; setting it has no effect.
    public static var inForce: Unwinder {
        get { .framePointer }
        set {}
    }
}

extension ResetHost {
    /// Refuses the request, as a host that is not running does.
    public func handle(_ request: ResetRequest) async -> ResetReply {
        refusal(of: request, because: "built without the trait LiveReset", .notRunning)
    }

    func listen() async { notifiers = [] }
}

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

    /// Refuses the request, as a host that is not running does.
    public func send(_ request: ResetRequest) async -> ResetReply {
        let failure = StepFailure(step: "request", message: "built without the trait LiveReset")
        return ResetReply(
            request: request.id, kind: request.kind, endedGeneration: 0, failures: [failure], usable: false,
            refusal: .notRunning)
    }
}

/// Returns `false`: there is no harness in these builds.
func harnessWatchesAnother(by environment: [String: String]) -> Bool { false }

/// A stand-in for the report writer; it is never created.
struct HarnessReportWriter: Sendable {
    init?(environment: [String: String]) { return nil }

    func greet(of registry: LeakRegistry) {}
}
#endif
