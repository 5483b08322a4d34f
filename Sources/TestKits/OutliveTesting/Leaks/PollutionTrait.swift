#if canImport(Testing)
internal import OutliveSupport
public import Testing

/// A trait that fails a test if it leaves a global or static of the program changed; created by `.failOnPollution`.
public struct PollutionTrait: TestTrait, SuiteTrait, TestScoping {
    /// `true`: the trait of a suite applies to all its tests and nested suites.
    public var isRecursive: Bool { true }

    /// Returns a scope for each test case.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> PollutionTrait? {
        testCase == nil ? nil : self
    }

    /// Runs a test case and records an issue with the variables that it leaves changed.
    ///
    /// - Throws: The error of the test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let check = try await onOwnThread { _ in PollutionCheck() }
        let result = await Result(awaiting: { try await function() })
        if let complaint = try? await onOwnThread({ _ in check.end() }) {
            Issue.record(Comment(rawValue: complaint), sourceLocation: test.sourceLocation)
        }
        try result.get()
    }
}

extension Trait where Self == PollutionTrait {
    /// Fails a test if it leaves a global or static of the program changed, and names it.
    ///
    /// Use it for suites whose tests run one after the other (`.serialized`), without others beside them. If others with
    /// the trait run at the same time, the failure says that it is not known which of them changed the variable.
    /// Variables that the test uses for the first time are left to `outlive test --pollution`, which knows their values
    /// right after they were initialised. The check needs the heap tier in the process: run by `outlive test`, for
    /// example. Elsewhere it compares nothing, and the summary of the run says so.
    public static var failOnPollution: Self { PollutionTrait() }
}
#endif
