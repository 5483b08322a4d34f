#if canImport(XCUIAutomation)
public import XCTest

extension XCTestCase {
    /// Runs a test on a fixture of its own, which is removed after it.
    ///
    /// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - fixture: what the application is to find.
    ///   - shared: where the test and the application can both reach it.
    ///   - body: the test; it gives the fixture's `path` to the application.
    /// - Returns: what the test returns.
    /// - Throws: `Failure` when the fixture cannot be made; what `body` throws.
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
