#if canImport(Testing)
internal import Outlive
public import Testing

/// Fails a test when components that it tracked outlive it; made by `.failOnLeaks`.
public struct LeakTrait: TestTrait, SuiteTrait, TestScoping {
    let settling: SettlePolicy
    let requiresRegistrations: Bool

    /// Whether it goes to all tests of a suite and of the suites in it: it does.
    public var isRecursive: Bool { true }

    /// Gives each test case a check of its own.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakTrait? {
        testCase == nil ? nil : self
    }

    /// Runs a test case and records an issue for each key that survived, at the place where it was registered.
    ///
    /// The report on them is kept among the artifacts, whose place each issue names.
    ///
    /// - Throws: what the test throws.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let check = LeakCheck.open()
        let result: Result<Void, any Error>
        do {
            try await LeakCheck.$current.withValue(check) {
                try await check.scope.collect { try await function() }
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let outcome = await check.end(
            test: test.displayName ?? test.name, settling: settling, requiresRegistrations: requiresRegistrations)
        for complaint in outcome.complaints { Issue.record(complaint, adding: outcome.place) }
        if let blindness = outcome.blindness {
            Issue.record(Comment(rawValue: blindness), sourceLocation: test.sourceLocation)
        }
        try result.get()
    }
}

extension Trait where Self == LeakTrait {
    /// Fails a test when components that it tracked are alive after it.
    ///
    /// On a suite, each test of it is checked by itself, also while others run. What the test's tasks pass to
    /// `LeakRegistry.shared.track` is watched, except what is declared `.process(reason:)`.
    public static var failOnLeaks: Self { failOnLeaks() }

    /// Fails a test when components that it tracked are alive after it.
    ///
    /// - Parameters:
    ///   - time: how long components may take to go away after the test; as soon as all are gone, the test is over.
    ///   - requiringRegistrations: whether a test that tracks nothing fails. Without it such tests are counted and
    ///     named in the summary at the end of the run.
    public static func failOnLeaks(
        settling time: Duration = .seconds(2), requiringRegistrations: Bool = false
    ) -> Self {
        LeakTrait(settling: SettlePolicy(deadline: time), requiresRegistrations: requiringRegistrations)
    }
}
#endif
