internal import Foundation
public import OutliveDriver
public import OutliveModel

#if canImport(Testing)
public import Testing
#endif

#if canImport(XCTest)
public import XCTest
#endif

/// Lends a test an application that is reset for it; as many tests run at once as the lender has applications.
///
/// For tests whose settings or fixture come from their arguments; XCTest tests call the `XCTestCase` method of this
/// name. Afterwards the application is reset again. What that reset leaves behind is recorded as issues of the current
/// test, or thrown as an error outside of swift-testing. A nested use receives the application that is lent to its test,
/// reset before the use and restored after it. The second of two simultaneous nested uses throws an error.
///
/// A `.timeLimit` of swift-testing includes the wait for a free application.
///
/// - Parameters:
///   - lender: An `AppUnderTest`, or an `AppPool`.
///   - settings: The settings of the reset.
///   - fixture: The files to copy into a private directory, which is removed afterwards and kept if the test fails.
///   - checks: What fails the test after its reset: leaks, and globals and statics that the reset left changed.
///   - evidence: Further evidence to keep if the test fails, such as a screenshot; collected while the application is
///     in the state that the test left.
///   - name: The name of the artifacts, by default the calling function's.
///   - body: The test.
/// - Returns: The result of the test.
/// - Throws: The error of the test, `HarnessFailure` if the application is not available or does not report, or
///   `LiveResetError`.
public func withLiveReset<Settings: LaunchSettings, Value: Sendable>(
    _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
    failingOn checks: LiveChecks = .leaks, evidence: [any FailureEvidence] = [], name: String = #function,
    _ body: @Sendable (LiveApp<Settings>) async throws -> Value
) async throws -> Value {
    let reset = LiveReset(
        lender: lender, settings: settings, fixture: fixture, checks: checks, evidence: evidence)
    return try await reset.run(name, body)
}

#if canImport(Testing)
/// A trait that lends each test an application that is reset for it; created by `.liveReset`.
public struct LiveResetTrait: TestTrait, SuiteTrait, TestScoping {
    /// The identity of the trait, which distinguishes otherwise equal ones.
    private let id = UUID()
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

    /// `true`: the trait of a suite applies to all its tests and nested suites.
    public var isRecursive: Bool { true }

    /// Returns a scope for each test case, unless a trait closer to the test uses the same lender.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> LiveResetTrait? {
        guard testCase != nil else { return nil }
        // The traits of a test follow its suites' traits. A trait that is called directly is not among them.
        let innermost = test.traits.lazy.compactMap { $0 as? LiveResetTrait }.last { $0.lender == lender }
        let isInnermost = innermost == nil || innermost?.id == id
        return isInnermost ? self : nil
    }

    /// Runs a test case with an application.
    ///
    /// - Throws: The error of the test, or `HarnessFailure` if the application is not available or does not report.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await run(test.displayName ?? test.name, function)
    }
}

extension Trait where Self == LiveResetTrait {
    /// Lends each test an application that is reset for it; as many tests run at once as the lender has applications.
    ///
    /// The test reads the application from `LiveApp<Settings>.current`. A parameterised test whose settings depend on
    /// its arguments calls the function `withLiveReset` instead, which has the same parameters. The trait of a test
    /// overrides its suite's. A `.timeLimit` includes the wait for a free application, so it must be long enough for
    /// all tests that share the application.
    public static func liveReset<Settings: LaunchSettings>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOn checks: LiveChecks = .leaks, evidence: [any FailureEvidence] = []
    ) -> Self {
        .liveReset(
            lender, settings: settings, fixture: fixture, failingOn: checks, evidence: evidence,
            before: { _ in })
    }

    /// Lends each test an application, and runs `before` first.
    ///
    /// - Parameter before: A preparation. Its error fails the test before it begins.
    package static func liveReset<Settings: LaunchSettings>(
        _ lender: some AppLender<Settings>, settings: Settings, fixture: Fixture?, failingOn checks: LiveChecks,
        evidence: [any FailureEvidence], before: @escaping @Sendable (LiveApp<Settings>) async throws -> Void
    ) -> Self {
        let reset = LiveReset(
            lender: lender, settings: settings, fixture: fixture, checks: checks, evidence: evidence)
        return LiveResetTrait(reset, before: before)
    }
}
#endif

#if canImport(XCTest)
extension XCTestCase {
    /// Lends a test an application that is reset for it; as many tests run at once as the lender has applications.
    ///
    /// Parameters, result and errors: see the global function of this name. Survivors of the reset afterwards
    /// are failures at their registration sites. A failed assertion in `body` keeps the artifacts, too.
    public func withLiveReset<Settings: LaunchSettings, Value: Sendable>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOn checks: LiveChecks = .leaks, evidence: [any FailureEvidence] = [], name: String = #function,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #filePath, line: UInt = #line, _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async throws -> Value {
        RunObserver.install()
        let reset = LiveReset(
            lender: lender, settings: settings, fixture: fixture, checks: checks, evidence: evidence)
        return try await reset.run(name, observer: XCTestObserver(self, at: SourceLine(file: file, line: line)), body)
    }
}
#endif
