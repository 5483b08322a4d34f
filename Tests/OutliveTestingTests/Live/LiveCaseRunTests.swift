import Foundation
import OutliveModel
import Testing

struct LiveCaseRunTests {
    @Test func `An assertion of XCTest that fails keeps artifacts, and a leak is a failure where it was registered`()
        async throws
    {
        let folder = NSTemporaryDirectory() + "/outlive-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let run = try await ChildRun.of(
            "OutliveTestingTests.LiveCaseExamples", library: "xctest", environment: [EnvironmentName.artifacts: folder])
        #expect(run.status == 1)
        #expect(run.line(with: "Test Case 'LiveCaseExamples.testPasses' passed") != nil, "\(run.output)")
        let leak = try #require(run.line(with: "error: LiveCaseExamples.testLeaks :"), "\(run.output)")
        #expect(leak.contains("HostedProgram.swift:"))
        #expect(leak.contains("suspect: Part"))

        let kept = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(kept.count == 2, "\(run.output)")
        for (name, test) in zip(kept, ["testFails", "testLeaks"]) {
            #expect(name.hasPrefix(test))
            #expect(run.line(with: "outlive: \(test)() failed, artifacts: \(folder)/\(name)") != nil, "\(run.output)")
        }
        func text(_ path: String) throws -> String { try String(contentsOfFile: folder + "/" + path, encoding: .utf8) }
        let first = try #require(kept.first)
        #expect(try text("\(first)/fixture/notes.txt") == "what the test wrote")
        #expect(try text("\(first)/application.log").contains("built plain"))
    }
}
