#if !LiveReset
public import OutliveWire
internal import Synchronization

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

    /// Returns the result of a registry without function.
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

/// A stand-in for a scope in builds without the trait `LiveReset`; it records nothing.
public final class LeakScope: Sendable {
    /// Creates a scope that records nothing.
    public init(over base: LeakRegistry = .shared) {}

    /// Runs `work`.
    public func collect<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        try work()
    }

    /// Runs asynchronous `work`.
    public func collect<Value>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value {
        try await work()
    }

    /// Returns an empty report immediately.
    public func end(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) async -> GenerationReport {
        await EndedGeneration().settled()
    }

    /// Runs `work` without recording anything.
    ///
    /// - Returns: The result of `work` and an empty report.
    public static func run<Value>(
        over base: LeakRegistry = .shared, settling policy: SettlePolicy = .standard,
        clock: any Clock<Duration> = SuspendingClock(), isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Value
    ) async -> (result: Result<Value, any Error>, report: GenerationReport) {
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        return (result, await EndedGeneration().settled())
    }
}

extension ResetHost {
    /// Refuses the request, like a host that is not running.
    public func handle(_ request: ResetRequest) async -> ResetReply {
        refusal(of: request, because: "built without the trait LiveReset", .notRunning)
    }

    func listen() async { notifiers = [] }
}

/// A stand-in for the history of a host in builds without the trait `LiveReset`; it records no events.
public final class ResetHistory: Sendable {
    /// The number of reports kept.
    public static let capacity = 0

    private let usable = Atomic(false)

    package init(isWatched: @autoclosure @escaping @Sendable () -> Bool = true) {}

    /// Always `false`.
    public var isWatched: Bool { false }

    /// `true` if the application is usable.
    public var isUsable: Bool { usable.load(ordering: .relaxed) }

    /// Always 1.
    public var generation: Int { 1 }

    /// Always empty.
    public var reports: [GenerationReport] { [] }

    /// Returns a stream that ends immediately.
    public func events() -> AsyncStream<ResetEvent> { AsyncStream { nil } }

    /// Returns `nil`.
    public func report(of generation: Int) async -> GenerationReport? { nil }

    func note(usable: Bool, generation: Int) { self.usable.store(usable, ordering: .relaxed) }
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

    /// Refuses the request, like a host that is not running.
    public func send(_ request: ResetRequest) async -> ResetReply {
        let failure = StepFailure(step: "request", message: "built without the trait LiveReset")
        return ResetReply(
            request: request.id, kind: request.kind, endedGeneration: 0, failures: [failure], usable: false,
            refusal: .notRunning)
    }
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
