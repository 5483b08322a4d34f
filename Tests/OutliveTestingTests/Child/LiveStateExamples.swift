import OutliveDriver
import OutliveTesting
import Testing
import XCTest

private enum Apps {
    static let shared = HostSettings.pool(of: 1)
    static let unchecked = HostSettings.pool(of: 1)
    static let accepting = try! AppUnderTest(
        HostSettings.configuration(expecting: ["state:HostedProgram.*=kept on purpose"]), settings: HostSettings.self)
}

/// Run by `LiveStateRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside), .serialized, .liveReset(Apps.shared, failingOn: [.leaks, .state]))
struct LiveStateExamples {
    @Test func cleanBefore() {}

    @Test(
        .liveReset(
            Apps.shared, settings: HostSettings(fault: "keepState"), fixture: .newDocument(named: "notes.txt"),
            failingOn: [.leaks, .state]))
    func leaving() {}

    @Test(.liveReset(Apps.shared, settings: HostSettings(label: "other", fault: "keepState"), failingOn: .state))
    func leavingMore() {}

    @Test(.liveReset(Apps.shared, settings: HostSettings(label: "third", fault: "keepState"), failingOn: .state))
    func leavingTheSame() {}

    @Test(.liveReset(Apps.shared, settings: HostSettings(label: "clean"), failingOn: [.leaks, .state]))
    func cleanAfterwards() {}

    @Test(.liveReset(Apps.accepting, settings: HostSettings(fault: "keepState"), failingOn: .state))
    func accepted() {}

    @Test(.liveReset(Apps.unchecked, settings: HostSettings(fault: "keepState")))
    func unchecked() {}

    @Test func launches() async throws {
        // The first one, and for each of two settings with a change two that confirm it.
        print("launches: \(try await LiveApp<HostSettings>.current.app.launches)")
    }
}

/// Run by `LiveStateRunTests` in a process of its own.
final class LiveStateCase: XCTestCase {
    private static let app = try! AppUnderTest(HostSettings.configuration(), settings: HostSettings.self)

    override func setUpWithError() throws {
        try XCTSkipUnless(ChildRun.isInside, "fails on purpose: only for the tests of the library")
    }

    func testClean() async throws { try await withLiveReset(Self.app, failingOn: [.leaks, .state]) { _ in } }

    func testLeaves() async throws {
        try await withLiveReset(Self.app, settings: HostSettings(fault: "keepState"), failingOn: .state) { _ in }
    }
}
