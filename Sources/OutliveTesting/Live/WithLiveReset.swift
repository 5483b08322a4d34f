public import OutliveDriver
public import OutliveModel

/// Lends a test an application that is reset for it; as many tests at once as the lender has applications.
///
/// For tests whose settings or fixture come from their arguments; a test of XCTest calls its method of this name.
/// Afterwards the application is reset once more, and what outlived that is an issue of the current test, or is thrown
/// where there is none of swift-testing. A test that was lent one of the lender's already has that one reset, and once
/// more to what it had when `body` is done; of two such uses at once the second is refused.
///
/// A `.timeLimit` of swift-testing counts the wait for an application that is free, too.
///
/// - Parameters:
///   - lender: the application, an `AppUnderTest`, or an `AppPool` of them.
///   - settings: what it is reset with.
///   - fixture: what is copied into a private directory, removed afterwards and kept when the test fails.
///   - failingOnLeaks: whether components that outlive the reset after the test fail it; needs an application that
///     links Outlive.
///   - evidence: what else is kept when the test fails, such as a screenshot; each is asked while the application
///     is as the test left it.
///   - name: what artifacts are called by, the calling function's name by default.
///   - body: the test.
/// - Returns: what the test returns.
/// - Throws: what the test throws; `Failure` when the application cannot be had or does not report; `LiveResetError`.
public func withLiveReset<Settings: LaunchSettings, Value: Sendable>(
    _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
    failingOnLeaks: Bool = true, evidence: [any FailureEvidence] = [], name: String = #function,
    _ body: @Sendable (LiveApp<Settings>) async throws -> Value
) async throws -> Value {
    let reset = LiveReset(
        lender: lender, settings: settings, fixture: fixture, failsOnLeaks: failingOnLeaks, evidence: evidence)
    return try await reset.run(name, body)
}
