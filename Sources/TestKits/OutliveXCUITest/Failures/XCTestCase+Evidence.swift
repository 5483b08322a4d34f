#if canImport(XCUIAutomation)
public import XCTest
public import XCUIAutomation

extension XCTestCase {
    /// Attaches a screenshot and the tree of elements to a failed test; does nothing for a passing test.
    ///
    /// Call it in `tearDown() async throws`, before anything is terminated. Later failures have no attachments.
    ///
    /// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
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
