#if LiveReset
public import OutliveModel
internal import Synchronization

/// A stretch of work whose registrations are watched apart from all others, such as one test of many that run at once.
///
/// While a scope is open, what its work registers with the registry below it goes to the scope's own: so its report
/// names what this work left behind, and nothing of the work beside it. What belongs to the work is told by the task:
/// child tasks and `Task { }` do; Dispatch queues, threads and detached tasks do not, and register with the registry
/// below as ever. Of scopes within scopes the innermost one that is open takes a registration.
///
/// The registry below is on while any scope is open over it. Nothing here knows of tests. May be used from any task.
public final class LeakScope: Sendable {
    @TaskLocal static var innermost: LeakScope?

    private let base: LeakRegistry
    private let registry: LeakRegistry
    private let outer: LeakScope?
    private let isCollecting = Atomic(true)

    /// Opens a scope.
    ///
    /// - Parameter base: the registry that the work registers with; registrations that are not the work's stay there.
    public init(over base: LeakRegistry = .shared) {
        self.base = base
        registry = LeakRegistry(depth: Int(base.depth))
        outer = Self.innermost
        base.open(registry)
    }

    deinit { base.close(registry) }

    /// Does work that belongs to the scope.
    public func collect<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        // `withValue` has no typed errors.
        let result = Self.$innermost.withValue(self) {
            Result { () throws(Failure) in try work() }
        }
        return try result.get()
    }

    /// Does work that belongs to the scope; it may suspend.
    public func collect<Value>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value {
        try await Self.$innermost.withValue(self, operation: work)
    }

    /// Ends the scope: takes no more registrations, waits for what goes away late, and reports what survived.
    ///
    /// Call it once. What a task that outlives the scope registers from now on goes to the registry below.
    ///
    /// - Parameters:
    ///   - policy: how long and how often it looks.
    ///   - clock: what it waits by; while it waits, other tasks run, also on the caller's actor.
    /// - Returns: the report of the scope's one generation.
    public func end(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) async -> GenerationReport {
        isCollecting.store(false, ordering: .relaxed)
        let report = await registry.endGeneration(settling: policy, clock: clock).settled()
        base.close(registry)
        return report
    }

    /// Does work in a scope of its own and reports what it left behind, also where it failed.
    ///
    /// - Parameters:
    ///   - base: the registry that the work registers with.
    ///   - policy: how long and how often it looks afterwards.
    ///   - clock: what it waits by.
    ///   - isolation: the actor that the work runs on; the caller's by default.
    ///   - work: the work; what it returns is kept while the scope settles.
    /// - Returns: what the work returned or threw, and the report of the scope's one generation.
    public static func run<Value>(
        over base: LeakRegistry = .shared, settling policy: SettlePolicy = .standard,
        clock: any Clock<Duration> = SuspendingClock(), isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Value
    ) async -> (result: Result<Value, any Error>, report: GenerationReport) {
        let scope = LeakScope(over: base)
        let result: Result<Value, any Error>
        do { result = .success(try await scope.collect(work)) } catch { result = .failure(error) }
        return (result, await scope.end(settling: policy, clock: clock))
    }

    /// The registry that takes what the current task registers with `base`.
    static func owner(over base: LeakRegistry) -> LeakRegistry {
        var scope = innermost
        while let candidate = scope {
            if candidate.base === base, candidate.isCollecting.load(ordering: .relaxed) { return candidate.registry }
            scope = candidate.outer
        }
        return base
    }
}
#endif
