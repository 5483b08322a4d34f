#if !LiveReset
public import OutliveWire

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
#endif
