import Foundation
import Testing

struct EvidenceRunTests {
    @Test func `A failing test is recorded before its teardown, and of others nothing is kept`() async throws {
        let folder = ArtifactFolder()
        let run = try await ChildRun.of("OutliveTestingTests.EvidenceExamples", environment: folder.environment)
        #expect(run.status == 1)
        for test in ["passing()", "stoppedAndPassing()"] {
            #expect(run.line(with: "Test \(test) passed") != nil, "\(run.output)")
        }
        let kept = try Dictionary(grouping: folder.names()) { $0.split(separator: "-").first.map(String.init) ?? $0 }
        let tests = [
            "cancelled", "failing", "failingAfterwards", "failingWithin", "hanging", "inner", "innermost", "killed",
            "killedUnnoticed", "leaking", "seenByMany", "stopped", "throwing", "throwingWithin", "within",
        ]
        try #require(kept.keys.sorted() == tests && kept.values.allSatisfy { $0.count == 1 }, "\(run.output)")
        func text(_ file: String, of test: String) throws -> String {
            try folder.text("\(kept[test]?.first ?? "")/\(file)")
        }

        for test in ["cancelled", "failing", "failingAfterwards", "innermost", "throwing", "within"] {
            let photo = try text("photo.txt", of: test)
            // Running, or about to: R, S or D.
            #expect(["R", "S", "D"].contains { photo == "state \($0), 0 resets since" }, "\(test): \(photo)")
        }
        for test in ["killed", "killedUnnoticed"] {
            #expect(try ["gone", "state Z"].contains { try text("photo.txt", of: test) == "\($0), 0 resets since" })
        }
        let death = ["killedUnnoticed()", "the application died during the test:", "by SIGKILL while it was in use"]
        #expect(run.line(with: death[0], death[1], death[2]) != nil, "\(run.output)")
        #expect(try text("photo.txt", of: "hanging") == "state T, 0 resets since")
        #expect(try text("photo.txt", of: "stopped") == "none, 0 resets since")
        #expect(try text("application.log", of: "stopped").contains("built plain"))
        // Leaks found by the reset come too late, and evidence of an inner use has been reset since.
        for test in ["leaking", "failingWithin", "inner", "throwingWithin"] {
            #expect(throws: (any Error).self, "\(test)") { try text("photo.txt", of: test) }
        }
        #expect(try text("leaks.txt", of: "leaking").contains("suspect: Part"))
    }

    @Test func `Evidence may share a name, be missing or slow, and overwrites no other file`() async throws {
        let folder = ArtifactFolder()
        let run = try await ChildRun.of(
            "OutliveTestingTests.EvidenceExamples/seenByMany", environment: folder.environment)
        let name = try #require(try folder.names().first, "\(run.output)")
        for (file, text) in [
            ("note.tar.gz", "first"), ("note.tar-2.gz", "second"), ("a-b.txt", "third"), ("application.log", "fourth"),
        ] {
            #expect(try folder.text("\(name)/\(file)") == text)
        }
        #expect(try folder.text("\(name)/application-2.log").contains("built plain"))
        #expect(run.line(with: "outlive: seenByMany(): Blind collected nothing: Trouble()") != nil, "\(run.output)")
        let late = "outlive: seenByMany(): Slow collected nothing: it exceeded its time limit of 0.05 seconds"
        #expect(run.line(with: late) != nil, "\(run.output)")
    }

    @Test func `Evidence and log are attachments of the test, too`() async throws {
        let folder = ArtifactFolder()
        let attachments = folder.path + "/attached"
        try FileManager.default.createDirectory(atPath: attachments, withIntermediateDirectories: true)
        let run = try await ChildRun.of(
            "OutliveTestingTests.EvidenceExamples/(passing|failing)\\(",
            arguments: ["--attachments-path", attachments], environment: folder.environment)
        #expect(try folder.names(in: "attached") == ["application.log", "photo.txt"], "\(run.output)")
        #expect(try folder.text("attached/photo.txt").hasSuffix("0 resets since"))
    }

    @Test func `A failing XCTest is recorded before its teardown`() async throws {
        let folder = ArtifactFolder()
        let run = try await ChildRun.of(
            "OutliveTestingTests.EvidenceCaseExamples", library: "xctest", environment: folder.environment)
        let kept = try folder.names()
        try #require(kept.count == 2, "\(run.output)")
        for (name, test) in zip(kept, ["testFails", "testThrows"]) {
            #expect(name.hasPrefix(test))
            #expect(try folder.text("\(name)/photo.txt").hasSuffix("0 resets since"))
        }
    }
}
