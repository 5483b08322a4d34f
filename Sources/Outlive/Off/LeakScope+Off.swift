#if !LiveReset
public import OutliveModel

/// Stands in for a scope in a build without the trait `LiveReset`: work is done, and nothing is watched.
public final class LeakScope: Sendable {
    /// Makes a scope of nothing.
    public init(over base: LeakRegistry = .shared) {}

    /// Does the work.
    public func collect<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        try work()
    }

    /// Does the work.
    public func collect<Value>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value {
        try await work()
    }

    /// Returns the report of nothing, at once.
    public func end(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) async -> GenerationReport {
        GenerationReport(generation: 1, registered: 0, died: 0)
    }

    /// Does the work, and returns the report of nothing with what it returned or threw.
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
}
#endif
