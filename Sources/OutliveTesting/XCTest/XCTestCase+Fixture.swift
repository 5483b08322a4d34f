#if canImport(XCTest)
public import OutliveDriver
public import XCTest

extension XCTestCase {
    /// Runs a test on a fixture of its own, which is removed after it, and kept when the test fails.
    ///
    /// It fails when it throws, and when an assertion fails in `body`. Where the fixture is kept is told at the end of
    /// the run.
    ///
    /// - Parameters:
    ///   - fixture: what the application is to find.
    ///   - name: what artifacts are called by, the calling function's name by default.
    ///   - isolation: the caller's actor; leave it out.
    ///   - body: the test; it gives the directory's `path` to the application.
    /// - Returns: what the test returns.
    /// - Throws: `Failure` when the fixture cannot be made; what `body` throws.
    public func withFixture<Value: Sendable>(
        _ fixture: Fixture, name: String = #function, isolation: isolated (any Actor)? = #isolation,
        _ body: @Sendable (FixtureDirectory) async throws -> Value
    ) async throws -> Value {
        RunObserver.install()
        return try await fixture.use(in: name, watch: CaseWatch(self), body)
    }
}
#endif
