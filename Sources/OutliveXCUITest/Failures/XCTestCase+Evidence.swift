#if canImport(XCUIAutomation)
public import XCTest
public import XCUIAutomation

extension XCTestCase {
    /// Attaches a screenshot and the tree of elements to a test that has failed; one that has not pays nothing.
    ///
    /// Call it in `tearDown() async throws`, before anything is terminated: what fails after it has none.
    ///
    /// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
    ///
    /// - Parameter app: the application that the test used.
    @MainActor
    public func attachEvidence(of app: XCUIApplication) {
        // Whether it has succeeded is said at its end only.
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
