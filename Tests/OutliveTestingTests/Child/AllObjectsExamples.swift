import Outlive
import OutliveTesting
import Testing
import XCTest

/// An object that can keep itself alive.
final class Knot {
    var other: Knot?

    static func tied() -> Knot {
        let knot = Knot()
        knot.other = knot
        return knot
    }
}

/// Run by `AllObjectsRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside), .failOnLeaks(settling: .milliseconds(50), requiringRegistrations: true))
struct AllObjectsExamples {
    @Test func clean() { _ = Knot() }

    static let lostLine = #line + 2

    @Test func lost() {
        let knot = Knot()
        knot.other = knot
    }

    @Test func lostInATask() async {
        await Task.detached { _ = Knot.tied() }.value
    }

    @Test func trackedAndLost() {
        LeakRegistry.shared.track(Knot.tied(), as: "both")
    }

    @Test func held() async {
        await Cellar.shared.keep(Knot.tied())
    }
}

/// Run by `AllObjectsRunTests` in a process of its own.
final class AllObjectsCase: XCTestCase {
    override func invokeTest() { assertNoLeaks(settling: .milliseconds(50)) { super.invokeTest() } }

    func testClean() throws { try XCTSkipUnless(ChildRun.isInside) }

    func testLost() throws {
        try XCTSkipUnless(ChildRun.isInside)
        _ = Knot.tied()
    }
}
