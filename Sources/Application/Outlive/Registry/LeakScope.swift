public import OutliveWire
internal import Synchronization

/// A scope that records the registrations of some work separately, such as one of many concurrent tests.
///
/// While a scope is open, it receives the registrations that its work makes with the base registry. Its report
/// therefore lists only the survivors of this work. The scope follows the task: child tasks and `Task { }` belong to
/// the work. Dispatch queues, threads and detached tasks do not, and continue to use the base registry. Of several open
/// scopes, the innermost one receives a registration.
///
/// The base registry is enabled while a scope is open over it. Safe to use from any task. Without the package trait
/// `LiveReset`, a scope records nothing and its report is empty.
public final class LeakScope: Sendable {
    @TaskLocal static var innermost: LeakScope?

    private let base: LeakRegistry
    private let registry: LeakRegistry
    private let outer: LeakScope?
    private let isCollecting = Atomic(true)

    /// Opens a scope.
    ///
    /// - Parameter base: The registry that the work uses. It still receives registrations from outside the work.
    public init(over base: LeakRegistry = .shared) {
        self.base = base
        registry = LeakRegistry(depth: Int(base.depth))
        outer = Self.innermost
        base.open(registry)
    }

    deinit { base.close(registry) }

    /// Runs `work` in the scope.
    public func collect<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        // `withValue` does not support typed errors.
        let result = Self.$innermost.withValue(self) {
            Result { () throws(Failure) in try work() }
        }
        return try result.get()
    }

    /// Runs asynchronous `work` in the scope.
    public func collect<Value>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value {
        try await Self.$innermost.withValue(self, operation: work)
    }

    /// Closes the scope, waits for late releases, and reports the survivors.
    ///
    /// Call it once. Later registrations by tasks that outlive the scope go to the base registry.
    ///
    /// - Parameters:
    ///   - policy: The deadline and polling intervals.
    ///   - clock: The clock of the wait. Other tasks run meanwhile, also on the caller's actor.
    /// - Returns: The report of the scope's single generation.
    public func end(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) async -> GenerationReport {
        isCollecting.store(false, ordering: .relaxed)
        let report = await registry.endGeneration(settling: policy, clock: clock).settled()
        base.close(registry)
        return report
    }

    /// Runs `work` in its own scope and reports the survivors, even if the work throws.
    ///
    /// - Parameters:
    ///   - base: The registry that the work uses.
    ///   - policy: The deadline and polling intervals of the wait afterwards.
    ///   - clock: The clock of the wait.
    ///   - isolation: The actor that the work runs on; the caller's by default.
    ///   - work: The work. Its result is retained while the scope settles.
    /// - Returns: The result of `work`, and the report of the scope's single generation.
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

    /// Returns the registry that receives what the current task registers with `base`.
    static func owner(over base: LeakRegistry) -> LeakRegistry {
        var scope = innermost
        while let candidate = scope {
            if candidate.base === base, candidate.isCollecting.load(ordering: .relaxed) { return candidate.registry }
            scope = candidate.outer
        }
        return base
    }
}
