public import OutliveDriver
public import OutliveModel
public import OutliveTesting

#if canImport(Testing)
public import Testing
#endif

#if canImport(XCTest)
public import XCTest
#endif

/// Runs a test with a freshly reset application, and saves a screenshot and the element tree if it fails.
///
/// For tests whose settings or fixture come from their arguments. It calls `withLiveReset` with the evidence of
/// windows, and runs `body` once a window of the application is accessible.
///
/// - Parameters:
///   - lender: The application.
///   - settings: The settings of the reset.
///   - fixture: The files to copy into a private directory, which is removed afterwards and kept if the test fails.
///   - checks: What fails the test after its reset: leaks, and globals and statics that the reset left changed.
///   - evidence: The evidence to save if the test fails.
///   - name: The name of the artifacts, by default the calling function's.
///   - body: The test.
/// - Returns: The result of `body`.
/// - Throws: The errors of `withLiveReset`, or `AccessibilityError` if no window is accessible within 10 s.
public func withUITest<Settings: LaunchSettings, Value: Sendable>(
    _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
    failingOn checks: LiveChecks = .leaks, evidence: [any FailureEvidence] = .ofWindows, name: String = #function,
    _ body: @Sendable (LiveApp<Settings>) async throws -> Value
) async throws -> Value {
    try await withLiveReset(
        lender, settings: settings, fixture: fixture, failingOn: checks, evidence: evidence, name: name
    ) { live in
        try await live.ui.waitForWindow()
        return try await body(live)
    }
}

#if canImport(Testing)
extension Trait where Self == LiveResetTrait {
    /// Provides each test with a freshly reset application, and saves a screenshot and the element tree if it fails.
    ///
    /// The parameters have the same meaning as for the function `withUITest`. A test begins once a window of the
    /// application is accessible, and fails if that takes more than 10 s. For an application that starts without
    /// windows, use `.liveReset` with the evidence of windows.
    ///
    /// Use an `AppUnderTest` as the lender, which serves one test at a time, because tests share the pointer and the
    /// keyboard focus.
    public static func uiTest<Settings: LaunchSettings>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOn checks: LiveChecks = .leaks, evidence: [any FailureEvidence] = .ofWindows
    ) -> Self {
        .liveReset(
            lender, settings: settings, fixture: fixture, failingOn: checks, evidence: evidence
        ) { live in
            try await live.ui.waitForWindow()
        }
    }
}
#endif

#if canImport(XCTest)
extension XCTestCase {
    /// Runs a test with a freshly reset application, and saves a screenshot and the element tree if it fails.
    ///
    /// Parameters, result and errors: see the global function of this name. A failed assertion in `body` also
    /// saves the artifacts.
    public func withUITest<Settings: LaunchSettings, Value: Sendable>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOn checks: LiveChecks = .leaks, evidence: [any FailureEvidence] = .ofWindows, name: String = #function,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #filePath, line: UInt = #line, _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async throws -> Value {
        try await withLiveReset(
            lender, settings: settings, fixture: fixture, failingOn: checks, evidence: evidence,
            name: name, isolation: isolation, file: file, line: line
        ) { live in
            try await live.ui.waitForWindow()
            return try await body(live)
        }
    }
}
#endif
