#if !LiveReset
public import OutliveModel

/// Stands in for a scope of a registry in a build without the trait `LiveReset`: nothing is watched in it.
public final class LeakScope: Sendable {
    /// Opens a scope over nothing.
    public init(over base: LeakRegistry = .shared) {}

    /// Does the work.
    public func collect<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        try work()
    }

    /// Does the work; it may suspend.
    public func collect<Value>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value {
        try await work()
    }

    /// Returns the report of nothing, at once.
    public func end(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) async -> GenerationReport {
        await EndedGeneration().settled()
    }

    /// Does the work, and reports nothing.
    ///
    /// - Returns: what the work returned or threw, and the report of nothing.
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
#endif
