#if canImport(XCUIAutomation)
public import XCTest
public import XCUIAutomation

extension XCTestCase {
    /// Runs a test with its own fixture, which is removed afterwards (type-checked against stubs; not run).
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

    /// Attaches a screenshot and the tree of elements to a failed test; does nothing for a passing test.
    ///
    /// Call it in `tearDown() async throws`, before anything is terminated. Later failures have no attachments.
    /// Type-checked against stubs; not run.
    ///
    /// - Parameter app: The application that the test used.
    @MainActor
    public func attachEvidence(of app: XCUIApplication) {
        // XCTest sets `hasSucceeded` only at the end of the test.
        guard let testRun, testRun.totalFailureCount > 0 else { return }
        let screenshot = XCTAttachment(screenshot: XCUIScreen.main.screenshot())
        screenshot.name = "screenshot"
        let elements = XCTAttachment(string: app.debugDescription)
        elements.name = "elements"
        for attachment in [screenshot, elements] {
            attachment.lifetime = .deleteOnSuccess
            add(attachment)
        }
    }
}
#endif
