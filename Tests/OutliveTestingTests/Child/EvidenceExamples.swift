import Foundation
import OutliveDriver
import OutliveModel
import OutliveSupport
import OutliveTesting
import Testing
import XCTest

/// The application of the examples, lent to one at a time.
private enum Example {
    static let app = try! AppUnderTest(HostSettings.configuration(), settings: HostSettings.self)
    /// The number of resets of the application when the last test body ended.
    static let resets = Lock(0)

    /// Records the number of resets.
    static func end() async {
        let count = await app.resets
        resets.withLock { $0 = count }
    }

    /// Returns the state of a process in `/proc`, or `nil` if there is no such process.
    static func state(of processID: Int32) -> Substring? {
        let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
        return stat?.split(separator: ") ").last?.prefix(1)
    }

    /// Sends the application a signal, and waits until it is in one of some states, or gone.
    static func send(_ signal: Int32, until states: Set<Substring>) async throws {
        guard let processID = app.processID else { throw Trouble() }
        kill(processID, signal)
        try await wait(for: "the signal's effect", within: .seconds(60)) {
            state(of: processID).map(states.contains) ?? true ? true : nil
        }
    }
}

private struct Trouble: Error {}

/// Records the state of the process and the number of resets since the test ended, and continues a stopped process.
private struct Photo: FailureEvidence {
    // No machine is too busy for it.
    var limit: Duration { .seconds(600) }

    func collect(processID: Int32?) async throws -> [EvidenceFile] {
        try Task.checkCancellation()
        let resets = await Example.app.resets - Example.resets.withLock { $0 }
        let state = processID.map { Example.state(of: $0).map { "state \($0)" } ?? "gone" } ?? "none"
        if let processID { kill(processID, SIGCONT) }
        return [EvidenceFile(name: "photo.txt", bytes: Array("\(state), \(resets) resets since".utf8))]
    }
}

/// Writes a text to a file.
private struct Note: FailureEvidence {
    let file: String
    let text: String

    func collect(processID: Int32?) async throws -> [EvidenceFile] {
        [EvidenceFile(name: file, bytes: Array(text.utf8))]
    }
}

/// Fails to collect evidence.
private struct Blind: FailureEvidence {
    func collect(processID: Int32?) async throws -> [EvidenceFile] { throw Trouble() }
}

/// Exceeds its time limit.
private struct Slow: FailureEvidence {
    var limit: Duration { .milliseconds(50) }

    func collect(processID: Int32?) async throws -> [EvidenceFile] {
        try await Task.sleep(for: .seconds(1000))
        return []
    }
}

/// Run by `EvidenceRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside), .liveReset(Example.app, evidence: [Photo()]))
struct EvidenceExamples {
    @Test func passing() async { await Example.end() }

    @Test func throwingWithin() async throws {
        try await withLiveReset(Example.app, evidence: [Photo()], name: "inner") { _ in
            try await withLiveReset(Example.app, evidence: [Photo()], name: "innermost") { _ in
                await Example.end()
                throw Trouble()
            }
        }
    }

    @Test func failingWithin() async throws {
        try await withLiveReset(Example.app, evidence: [Photo()], name: "within") { _ in
            await Example.end()
            #expect(Bool(false), "on purpose")
        }
    }

    @Test func failingAfterwards() async throws {
        try await withLiveReset(Example.app, evidence: [Photo()]) { _ in }
        await Example.end()
        throw Trouble()
    }

    @Test func failing() async {
        await Example.end()
        #expect(Bool(false), "on purpose")
    }

    @Test func throwing() async throws {
        await Example.end()
        throw Trouble()
    }

    @Test func cancelled() async throws {
        await Example.end()
        withUnsafeCurrentTask { $0?.cancel() }
        throw Trouble()
    }

    @Test func killed() async throws {
        try await Example.send(SIGKILL, until: ["Z"])
        await Example.end()
        throw Trouble()
    }

    /// The test itself does not notice the kill.
    @Test func killedUnnoticed() async throws {
        try await Example.send(SIGKILL, until: ["Z"])
        await Example.end()
    }

    @Test func hanging() async throws {
        try await Example.send(SIGSTOP, until: ["T"])
        await Example.end()
        throw Trouble()
    }

    @Test func stopped() async throws {
        try await Example.app.stop()
        await Example.end()
        throw Trouble()
    }

    @Test func stoppedAndPassing() async throws { try await Example.app.stop() }

    @Test(.liveReset(Example.app, settings: HostSettings(fault: "leak"), evidence: [Photo()]))
    func leaking() async { await Example.end() }

    @Test(
        .liveReset(
            Example.app,
            evidence: [
                Note(file: "note.tar.gz", text: "first"), Blind(), Note(file: "note.tar.gz", text: "second"), Slow(),
                Note(file: "../a/b.txt", text: "third"), Note(file: "application.log", text: "fourth"),
            ]))
    func seenByMany() throws { throw Trouble() }
}

/// Run by `EvidenceRunTests` in a process of its own.
final class EvidenceCaseExamples: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(ChildRun.isInside, "fails on purpose: only for the tests of the library")
    }

    func testFails() async throws {
        try await withLiveReset(Example.app, evidence: [Photo()]) { _ in
            await Example.end()
            XCTFail("on purpose")
        }
    }

    func testPasses() async throws {
        try await withLiveReset(Example.app, evidence: [Photo()]) { _ in await Example.end() }
    }

    func testThrows() async throws {
        try await withLiveReset(Example.app, evidence: [Photo()]) { _ in
            await Example.end()
            throw Trouble()
        }
    }
}
