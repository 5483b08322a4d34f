#if canImport(XCTest)
public import OutliveDriver
public import OutliveModel
public import XCTest

extension XCTestCase {
    /// Lends a test an application that is reset for it; as many tests at once as the lender has applications.
    ///
    /// Afterwards the application is reset once more, and what outlived that is a failure where it was registered. A
    /// test that was lent one of the lender's already has that one reset, as by the function of this name that is
    /// called elsewhere.
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
    ///   - isolation: the caller's actor; leave it out.
    ///   - file: the file of the call; leave it out.
    ///   - line: the line of the call; leave it out.
    ///   - body: the test; an assertion that fails in it keeps the artifacts, too.
    /// - Returns: what the test returns.
    /// - Throws: what the test throws; `Failure` when the application cannot be had or does not report;
    ///   `LiveResetError`.
    public func withLiveReset<Settings: LaunchSettings, Value: Sendable>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOnLeaks: Bool = true, evidence: [any FailureEvidence] = [], name: String = #function,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #filePath, line: UInt = #line, _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async throws -> Value {
        RunObserver.install()
        let reset = LiveReset(
            lender: lender, settings: settings, fixture: fixture, failsOnLeaks: failingOnLeaks, evidence: evidence)
        return try await reset.run(name, watch: CaseWatch(self, at: CallSite(file: file, line: line)), body)
    }
}
#endif
