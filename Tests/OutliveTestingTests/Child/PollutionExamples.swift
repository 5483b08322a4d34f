import OutliveTesting
import Testing
import XCTest

/// The globals of the examples.
private enum Switches {
    nonisolated(unsafe) static var isOn = false
    nonisolated(unsafe) static var level = 1
}

/// Run by `PollutionRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside), .serialized, .failOnPollution)
struct PollutionExamples {
    @Test func puttingBack() {
        Switches.isOn = true
        Switches.isOn = false
    }

    @Test func switchingOn() { Switches.isOn = true }

    @Test func leavingAlone() { Switches.isOn = true }
}

/// Run by `PollutionRunTests` in a process of its own.
final class PollutionCase: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(ChildRun.isInside, "fails on purpose: only for the tests of the library")
    }

    func testPutsBack() {
        assertNoPollution {
            Switches.level = 2
            Switches.level = 1
        }
    }

    func testRaises() {
        XCTAssertEqual(
            assertNoPollution { () -> Int in
                Switches.level = 3
                return 7
            }, 7)
    }
}
