import OutliveDriver
import OutliveTesting
import Testing
import XCTest

/// Run by `FixtureRunTests` in a process of its own.
@Suite(.enabled(if: ChildRun.isInside))
struct FixtureExamples {
    @Test func passing() async throws {
        let length = try await withFixture(.newDocument(named: "notes.txt")) { try $0.fill(by: "passing").count }
        #expect(length > 0)
    }

    @Test func failing() async throws {
        try await withFixture(.newDocument(named: "notes.txt")) { fixture in
            try fixture.fill(by: "failing")
            #expect(Bool(false), "on purpose")
        }
    }

    @Test func throwing() async throws {
        struct Trouble: Error {}
        try await withFixture(.newDocument(named: "notes.txt")) { fixture in
            try fixture.fill(by: "throwing")
            throw Trouble()
        }
    }

    @Test func known() async throws {
        try await withFixture(.newDocument(named: "notes.txt")) { fixture in
            try fixture.fill(by: "known")
            withKnownIssue { #expect(Bool(false)) }
        }
    }
}

/// Run by `FixtureRunTests` in a process of its own.
final class FixtureCaseExamples: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(ChildRun.isInside, "fails on purpose: only for the tests of the library")
    }

    func testPasses() async throws {
        let length = try await withFixture(.newDocument(named: "notes.txt")) { try $0.fill(by: "testPasses").count }
        XCTAssertGreaterThan(length, 0)
    }

    func testFails() async throws {
        try await withFixture(.newDocument(named: "notes.txt")) { fixture in
            try fixture.fill(by: "testFails")
            XCTFail("on purpose")
        }
    }

    @MainActor func testThrows() async throws {
        struct Trouble: Error {}
        try await withFixture(.newDocument(named: "notes.txt")) { fixture in
            try fixture.fill(by: "testThrows")
            throw Trouble()
        }
    }
}

extension FixtureDirectory {
    /// Writes the new document, and prints where it is.
    @discardableResult
    fileprivate func fill(by test: String) throws -> String {
        try "what \(test) wrote".write(toFile: path, atomically: true, encoding: .utf8)
        print("fixture of \(test): \(path)")
        return path
    }
}
