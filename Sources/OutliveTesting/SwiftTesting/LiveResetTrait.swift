#if canImport(Testing)
public import OutliveDriver
public import OutliveModel
public import Testing

/// Gives each test an application that was reset for it; made by `.liveReset`.
public struct LiveResetTrait: TestTrait, SuiteTrait, TestScoping {
    /// Tells traits apart that are equal otherwise.
    private final class Identity: Sendable {}

    private let identity = Identity()
    private let lender: ObjectIdentifier
    private let run: @Sendable (_ test: String, _ function: @Sendable () async throws -> Void) async throws -> Void

    init<Lender>(
        _ reset: LiveReset<Lender>, before: @escaping @Sendable (LiveApp<Lender.Settings>) async throws -> Void
    ) {
        lender = ObjectIdentifier(reset.lender)
        run = { test, function in
            try await reset.run(test) { live in
                try await before(live)
                try await function()
            }
        }
    }

    /// Whether it goes to all tests of a suite and of the suites in it: it does.
    public var isRecursive: Bool { true }

    /// Gives each test case an application, unless the test says itself what it wants of it.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> LiveResetTrait? {
        guard testCase != nil else { return nil }
        // A test's traits come after those of its suites; one that is called by hand is not among them.
        let innermost = test.traits.lazy.compactMap { $0 as? LiveResetTrait }.last { $0.lender == lender }
        let isInnermost = innermost == nil || innermost?.identity === identity
        return isInnermost ? self : nil
    }

    /// Runs a test case with an application.
    ///
    /// - Throws: what the test throws; `Failure` when the application cannot be had or does not report.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await run(test.displayName ?? test.name, function)
    }
}

extension Trait where Self == LiveResetTrait {
    /// Lends each test an application that is reset for it; as many tests at once as the lender has applications.
    ///
    /// The test finds it by `LiveApp<Settings>.current`. A parameterised test that wants settings by argument calls
    /// `withLiveReset` instead. Of a trait on a suite and another on a test of it, the test's counts.
    /// A `.timeLimit` counts the wait for an application that is free, too: it has to do for all tests that share it.
    ///
    /// - Parameters:
    ///   - lender: the application, an `AppUnderTest`, or an `AppPool` of them.
    ///   - settings: what it is reset with.
    ///   - fixture: what is copied into a private directory for each test, removed after it and kept when it fails.
    ///   - failingOnLeaks: whether components that outlive the reset after the test fail it; needs an application that
    ///     links Outlive.
    ///   - evidence: what else is kept when the test fails, such as a screenshot; each is asked while the application
    ///     is as the test left it.
    public static func liveReset<Settings: LaunchSettings>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOnLeaks: Bool = true, evidence: [any FailureEvidence] = []
    ) -> Self {
        .liveReset(
            lender, settings: settings, fixture: fixture, failingOnLeaks: failingOnLeaks, evidence: evidence,
            before: { _ in })
    }

    /// The same, with something to do before each test.
    ///
    /// - Parameter before: what it throws fails the test, which does not begin.
    package static func liveReset<Settings: LaunchSettings>(
        _ lender: some AppLender<Settings>, settings: Settings, fixture: Fixture?, failingOnLeaks: Bool,
        evidence: [any FailureEvidence], before: @escaping @Sendable (LiveApp<Settings>) async throws -> Void
    ) -> Self {
        let reset = LiveReset(
            lender: lender, settings: settings, fixture: fixture, failsOnLeaks: failingOnLeaks, evidence: evidence)
        return LiveResetTrait(reset, before: before)
    }
}
#endif
