#if canImport(XCUIAutomation)
public import XCTest

extension XCTestCase {
    /// Runs a test with its own fixture, which is removed afterwards.
    ///
    /// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - fixture: The files that the application finds.
    ///   - shared: A folder that both the test and the application can access.
    ///   - body: The test. It passes the fixture's `path` to the application.
    /// - Returns: The result of `body`.
    /// - Throws: `Failure` if the fixture cannot be created, and errors of `body`.
    @MainActor
    public func withFixture<Value>(
        _ fixture: Fixture, in shared: SharedFixtures, _ body: @MainActor (SharedFixture) async throws -> Value
    ) async throws -> Value {
        let made = try SharedFixture(fixture, in: shared)
        defer { made.remove() }
        return try await body(made)
    }
}
#endif
