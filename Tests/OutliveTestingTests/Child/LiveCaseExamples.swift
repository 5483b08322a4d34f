import OutliveDriver
import OutliveTesting
import XCTest

/// Run by `LiveCaseRunTests` in a process of its own.
final class LiveCaseExamples: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(ChildRun.isInside, "fails on purpose: only for the tests of the library")
    }

    func testFails() async throws {
        try await withLiveReset(LiveExampleApps.pool, fixture: .newDocument(named: "notes.txt")) { live in
            try "what the test wrote".write(toFile: live.fixture ?? "?", atomically: true, encoding: .utf8)
            XCTFail("on purpose")
        }
    }

    func testLeaks() async throws {
        try await withLiveReset(LiveExampleApps.pool, settings: HostSettings(fault: "leak")) { _ in }
    }

    @MainActor func testPasses() async throws {
        try await withLiveReset(LiveExampleApps.pool, settings: HostSettings(label: "passing")) { live in
            try await live.app.prints("built passing")
        }
    }
}
