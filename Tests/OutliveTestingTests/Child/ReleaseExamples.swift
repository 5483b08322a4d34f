import OutliveTesting
import Testing
import XCTest

/// Run by `ReleaseRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside), .serialized)
struct ReleaseExamples {
    static let nowLine = #line + 6

    @Test func now() {
        var session: Session? = Session()
        let kept = session
        // The object is one issue, also with a check of the whole test.
        expectReleased(&session, as: "kept session")
        withExtendedLifetime(kept) {}
    }

    static let laterLine = #line + 6

    @Test(.failOnLeaks) func later() async {
        var session: Session? = Session()
        LeakRegistry.shared.track(session!, as: "in its initializer")
        await Cellar.shared.keep(session!)
        await expectReleased(&session, within: .milliseconds(50))
    }

    @Test(.failOnLeaks(requiringRegistrations: true)) func released() async {
        var session: Session? = Session()
        let isGone = expectReleasedNow(&session)
        session = Session()
        let isGoneLater = await expectReleased(&session)
        #expect(isGone && isGoneLater)
    }

    /// A call without `await` in an asynchronous function goes through one that is not.
    private func expectReleasedNow(_ session: inout Session?) -> Bool { expectReleased(&session) }
}

/// Run by `ReleaseRunTests` in a process of its own.
final class ReleaseCaseExamples: XCTestCase {
    static let nowLine = #line + 11
    static let laterLine = #line + 17
    private var session: Session?

    override func setUpWithError() throws {
        try XCTSkipUnless(ChildRun.isInside, "fails on purpose: only for the tests of the library")
    }

    func testNow() {
        session = Session()
        Kept.keep(session!)
        expectReleased(&session, as: "kept by XCTest")
        expectReleased(&session)
    }

    func testLater() async {
        var session: Session? = Session()
        Kept.keep(session!)
        await expectReleased(&session, within: .milliseconds(50))
    }

    func testReleased() async {
        var session: Session? = Session()
        let isReleased = await expectReleased(&session)
        XCTAssertTrue(isReleased)
    }
}
