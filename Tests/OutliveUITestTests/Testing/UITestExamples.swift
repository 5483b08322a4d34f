import Foundation
import OutliveDriver
import OutliveTestSupport
import OutliveUITest
import Testing
import XCTest

private enum Example {
    static let app = try! hostedApp()
}

private struct Trouble: Error {}

extension LiveApp {
    /// Kills the application, and waits until it has ended.
    fileprivate func kill() async throws {
        let processID = try #require(app.processID)
        Foundation.kill(processID, SIGKILL)
        try await wait(for: "the end of the application", within: .seconds(60)) {
            let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
            return stat?.contains(") Z ") ?? true ? true : nil
        }
    }
}

/// Run by `UITestRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside), .uiTest(Example.app))
struct UITestExamples {
    @Test func unseen() {
        Issue.record("unseen() began")
    }

    @Test(.liveReset(Example.app, evidence: .ofWindows)) func passing() async throws {
        _ = try await LiveApp<HostedSettings>.current.lines(with: " built plain ", 1)
    }

    @Test(.liveReset(Example.app, evidence: .ofWindows)) func killed() async throws {
        try await LiveApp<HostedSettings>.current.kill()
        throw Trouble()
    }
}

/// Run by `UITestRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside))
struct UITestArgumentExamples {
    @Test(arguments: ["large"])
    func byArgument(label: String) async throws {
        try await withUITest(Example.app, settings: HostedSettings(label: label)) { _ in
            _ = Issue.record("byArgument() began")
        }
    }
}

/// Run by `UITestRunTests` in a process of its own.
final class UITestCaseExamples: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(ChildRun.isInside, "fails on purpose: only for the tests of the library")
    }

    func testKilled() async throws {
        try await withLiveReset(Example.app, evidence: .ofWindows) { live in
            try await live.kill()
            throw Trouble()
        }
    }

    func testUnseen() async throws {
        try await withUITest(Example.app) { _ in XCTFail("testUnseen began") }
    }
}
