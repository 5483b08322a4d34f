public import OutliveDriver
public import OutliveModel
public import OutliveTesting

/// Runs a test with a freshly reset application, and saves a screenshot and the element tree if it fails.
///
/// For tests whose settings or fixture come from their arguments. It is `withLiveReset` with the evidence of windows,
/// and begins when a window of the application is accessible.
///
/// - Parameters:
///   - lender: The application.
///   - settings: The settings of the reset.
///   - fixture: The files copied into a private directory. It is removed afterwards and kept on failure.
///   - failingOnLeaks: `true` if components that outlive the reset after the test fail it.
///   - evidence: The additional evidence saved on failure.
///   - name: The name of the artifacts, by default that of the calling function.
///   - body: The test.
/// - Returns: The result of `body`.
/// - Throws: The errors of `withLiveReset`, or `AccessibilityError` if no window is accessible within 10 s.
public func withUITest<Settings: LaunchSettings, Value: Sendable>(
    _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
    failingOnLeaks: Bool = true, evidence: [any FailureEvidence] = .ofWindows, name: String = #function,
    _ body: @Sendable (LiveApp<Settings>) async throws -> Value
) async throws -> Value {
    try await withLiveReset(
        lender, settings: settings, fixture: fixture, failingOnLeaks: failingOnLeaks, evidence: evidence, name: name
    ) { live in
        try await live.ui.seen()
        return try await body(live)
    }
}
