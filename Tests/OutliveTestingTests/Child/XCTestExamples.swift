import Dispatch
import Outlive
import OutliveTesting
import XCTest

/// Run by `XCTestRunTests` in a process of its own.
final class XCTestExamples: XCTestCase {
    static let trackedLine = #line + 14
    static let aroundLine = #line + 18
    static let asyncLine = #line + 23

    override func setUpWithError() throws {
        try XCTSkipUnless(ChildRun.isInside, "fails on purpose: only for the tests of the library")
    }

    func testGone() {
        trackForLeaks(Session(), as: "gone")
    }

    func testTracked() {
        let session = Session()
        trackForLeaks(session, as: "tracked", settling: .milliseconds(200))
        Kept.keep(session)
    }

    func testAround() {
        assertNoLeaks(settling: .milliseconds(200)) { Kept.keep(LeakRegistry.shared.track(Session(), as: "around")) }
    }

    func testAsync() async throws {
        try await assertNoLeaks(settling: .milliseconds(200)) {
            await Task.yield()
            Kept.keep(LeakRegistry.shared.track(Session(), as: "async"))
        }
    }

    func testClean() {
        assertNoLeaks { _ = LeakRegistry.shared.track(Session(), as: "clean") }
    }

    /// Released only when the main thread serves its queue, while the check settles.
    func testLate() {
        assertNoLeaks(settling: .seconds(60)) {
            let session = LeakRegistry.shared.track(Session(), as: "late")
            DispatchQueue.main.async { withExtendedLifetime(session) {} }
        }
    }

    func testNothingTracked() {
        assertNoLeaks(requiringRegistrations: true) {}
    }
}

/// The whole of each test is checked, with what it holds in properties.
final class WholeTestExamples: XCTestCase {
    private var session: Session?
    static let line = #line + 7

    override func invokeTest() {
        guard ChildRun.isInside else { return }
        assertNoLeaks(settling: .milliseconds(200)) { super.invokeTest() }
    }

    override func setUp() { session = LeakRegistry.shared.track(Session(), as: "property") }

    override func tearDown() {
        if name.contains("testLetsGo") { session = nil }
    }

    func testLetsGo() {}

    func testForgets() async { _ = session }
}

/// The objects that the tests leak.
enum Kept {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var objects: [AnyObject] = []

    static func keep(_ object: AnyObject) { lock.withLock { objects.append(object) } }
}
