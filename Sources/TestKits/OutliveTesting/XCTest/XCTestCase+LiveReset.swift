#if canImport(XCTest)
public import OutliveDriver
public import OutliveModel
public import XCTest

extension XCTestCase {
    /// Lends a test an application that is reset for it; as many tests run at once as the lender has applications.
    ///
    /// Afterwards the application is reset again. Survivors of that reset are failures at their registration sites. A
    /// nested use gets the application that its test was lent, as with the global function of this name.
    ///
    /// - Parameters:
    ///   - lender: an `AppUnderTest`, or an `AppPool`.
    ///   - settings: the settings of the reset.
    ///   - fixture: the files to copy into a private directory, which is removed afterwards and kept if the test fails.
    ///   - failingOnLeaks: `true` to fail the test if components survive the reset after it; requires an application
    ///     that links Outlive.
    ///   - evidence: further evidence to keep if the test fails, such as a screenshot; collected while the application
    ///     is in the state that the test left.
    ///   - name: the name of the artifacts, by default that of the calling function.
    ///   - isolation: the caller's actor; omit it.
    ///   - file: the file of the call; omit it.
    ///   - line: the line of the call; omit it.
    ///   - body: the test; a failed assertion in it keeps the artifacts, too.
    /// - Returns: the result of the test.
    /// - Throws: the error of the test; `Failure` if the application is not available or does not report;
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
        return try await reset.run(name, watch: XCTestObserver(self, at: CallSite(file: file, line: line)), body)
    }
}
#endif
