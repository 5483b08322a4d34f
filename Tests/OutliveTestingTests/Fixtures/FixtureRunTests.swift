import Foundation
import Testing

struct FixtureRunTests {
    private let folder = ArtifactFolder()

    /// Returns `true` if the directory of the document that a test used and printed still exists.
    private func isThere(_ test: String, in run: ChildRun) throws -> Bool {
        let line = try #require(run.line(with: "fixture of \(test): "), "\(run.output)")
        let document = try #require(line.split(separator: ": ", maxSplits: 1).last)
        return FileManager.default.fileExists(atPath: (String(document) as NSString).deletingLastPathComponent)
    }

    @Test func `The fixture of a failing test is kept, whether it throws or not, and others are removed`()
        async throws
    {
        let run = try await ChildRun.of("OutliveTestingTests.FixtureExamples", environment: folder.environment)
        #expect(run.status == 1)
        let kept = try folder.names()
        try #require(kept.count == 2, "\(run.output)")
        for (name, test) in zip(kept, ["failing", "throwing"]) {
            #expect(try folder.text("\(name)/fixture/notes.txt") == "what \(test) wrote")
            #expect(folder.isTold(name, of: "\(test)()", in: run), "\(run.output)")
        }
        #expect(folder.isNamed(kept[0], inFailureOf: run), "\(run.output)")
        for test in ["passing", "failing", "throwing", "known"] { #expect(try !isThere(test, in: run)) }
    }

    @Test func `A failing assertion of XCTest keeps the fixture, too`() async throws {
        let run = try await ChildRun.of(
            "OutliveTestingTests.FixtureCaseExamples", library: "xctest", environment: folder.environment)
        #expect(run.status == 1)
        let kept = try folder.names()
        try #require(kept.count == 2, "\(run.output)")
        for (name, test) in zip(kept, ["testFails", "testThrows"]) {
            #expect(try folder.text("\(name)/fixture/notes.txt") == "what \(test) wrote")
            #expect(folder.isTold(name, of: "\(test)()", in: run), "\(run.output)")
        }
        for test in ["testPasses", "testFails", "testThrows"] { #expect(try !isThere(test, in: run)) }
    }
}
