public import OutliveDriver
public import OutliveModel

/// Lends a test an application that is reset for it; as many tests run at once as the lender has applications.
///
/// For tests whose settings or fixture come from their arguments; XCTest tests call the `XCTestCase` method of this
/// name. Afterwards the application is reset again. Survivors of that reset are an issue of the current test, or are
/// thrown outside of swift-testing. A nested use gets the application that its test was lent, reset before it and
/// restored after it; the second of two simultaneous nested uses throws.
///
/// A `.timeLimit` of swift-testing includes the wait for a free application.
///
/// - Parameters:
///   - lender: an `AppUnderTest`, or an `AppPool`.
///   - settings: the settings of the reset.
///   - fixture: the files to copy into a private directory, which is removed afterwards and kept if the test fails.
///   - failingOnLeaks: `true` to fail the test if components survive the reset after it; requires an application that
///     links Outlive.
///   - evidence: further evidence to keep if the test fails, such as a screenshot; collected while the application is
///     in the state that the test left.
///   - name: the name of the artifacts, by default that of the calling function.
///   - body: the test.
/// - Returns: the result of the test.
/// - Throws: the error of the test; `Failure` if the application is not available or does not report; `LiveResetError`.
public func withLiveReset<Settings: LaunchSettings, Value: Sendable>(
    _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
    failingOnLeaks: Bool = true, evidence: [any FailureEvidence] = [], name: String = #function,
    _ body: @Sendable (LiveApp<Settings>) async throws -> Value
) async throws -> Value {
    let reset = LiveReset(
        lender: lender, settings: settings, fixture: fixture, failsOnLeaks: failingOnLeaks, evidence: evidence)
    return try await reset.run(name, body)
}
