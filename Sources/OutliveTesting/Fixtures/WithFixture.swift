public import OutliveDriver

/// Runs a test on a fixture of its own, which is removed after it, and kept when the test fails.
///
/// For tests that drive their application themselves; `.liveReset` and `withLiveReset` take a fixture, too. A test of
/// XCTest calls its method of this name. It fails when it throws, and when an issue is recorded in `body` that is not
/// known. Where the fixture is kept is added to each issue, and told at the end of the run.
///
/// - Parameters:
///   - fixture: what the application is to find.
///   - name: what artifacts are called by, the calling function's name by default.
///   - body: the test; it gives the directory's `path` to the application.
/// - Returns: what the test returns.
/// - Throws: `Failure` when the fixture cannot be made; what `body` throws.
public func withFixture<Value: Sendable>(
    _ fixture: Fixture, name: String = #function, _ body: @Sendable (FixtureDirectory) async throws -> Value
) async throws -> Value {
    try await fixture.use(in: name, watch: IssueWatch(), body)
}
