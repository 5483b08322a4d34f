#if canImport(XCTest)
public import OutliveDriver
public import XCTest

extension XCTestCase {
    /// Runs a test with its own fixture, which is removed afterwards, and kept if the test fails.
    ///
    /// The test fails if it throws or an assertion in `body` fails. The path of the kept fixture is listed at the end
    /// of the run.
    ///
    /// - Parameters:
    ///   - fixture: the files for the application.
    ///   - name: the name of the artifacts, by default that of the calling function.
    ///   - isolation: the caller's actor; omit it.
    ///   - body: the test, which passes the directory's `path` to the application.
    /// - Returns: the result of the test.
    /// - Throws: `Failure` if the fixture cannot be created; the error of `body`.
    public func withFixture<Value: Sendable>(
        _ fixture: Fixture, name: String = #function, isolation: isolated (any Actor)? = #isolation,
        _ body: @Sendable (FixtureDirectory) async throws -> Value
    ) async throws -> Value {
        RunObserver.install()
        return try await fixture.use(in: name, watch: XCTestObserver(self), body)
    }
}
#endif
