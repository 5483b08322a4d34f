#if canImport(XCTest)
public import OutliveDriver
public import OutliveModel
public import OutliveTesting
public import XCTest

extension XCTestCase {
    /// Runs a test with a freshly reset application, and saves a screenshot and the element tree if it fails.
    ///
    /// The test begins when a window of the application is accessible.
    ///
    /// - Parameters:
    ///   - lender: The application.
    ///   - settings: The settings of the reset.
    ///   - fixture: The files copied into a private directory. It is removed afterwards and kept on failure.
    ///   - failingOnLeaks: `true` if components that outlive the reset after the test fail it.
    ///   - evidence: The additional evidence saved on failure.
    ///   - name: The name of the artifacts, by default that of the calling function.
    ///   - isolation: The caller's actor. Use the default.
    ///   - file: The file of the call. Use the default.
    ///   - line: The line of the call. Use the default.
    ///   - body: The test. A failed assertion in it also saves the artifacts.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `withLiveReset`, or `AccessibilityError` if no window is accessible within 10 s.
    public func withUITest<Settings: LaunchSettings, Value: Sendable>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOnLeaks: Bool = true, evidence: [any FailureEvidence] = .ofWindows, name: String = #function,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #filePath, line: UInt = #line, _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async throws -> Value {
        try await withLiveReset(
            lender, settings: settings, fixture: fixture, failingOnLeaks: failingOnLeaks, evidence: evidence,
            name: name, isolation: isolation, file: file, line: line
        ) { live in
            try await live.ui.seen()
            return try await body(live)
        }
    }
}
#endif
