public import OutliveDriver

/// Runs a test with its own fixture, which is removed afterwards, and kept if the test fails.
///
/// For tests that drive their application themselves; `.liveReset` and `withLiveReset` also accept a fixture. XCTest
/// tests call the `XCTestCase` method of this name. The test fails if it throws or `body` records an issue that is not
/// known. The path of the kept fixture is added to each issue, and listed at the end of the run.
///
/// - Parameters:
///   - fixture: the files for the application.
///   - name: the name of the artifacts, by default that of the calling function.
///   - body: the test, which passes the directory's `path` to the application.
/// - Returns: the result of the test.
/// - Throws: `Failure` if the fixture cannot be created; the error of `body`.
public func withFixture<Value: Sendable>(
    _ fixture: Fixture, name: String = #function, _ body: @Sendable (FixtureDirectory) async throws -> Value
) async throws -> Value {
    try await fixture.use(in: name, watch: IssueObserver(), body)
}
