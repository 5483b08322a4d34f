import Testing

struct LiveCaseRunTests {
    @Test func `A failing assertion of XCTest keeps artifacts, and a leak is a failure at its registration`()
        async throws
    {
        let folder = ArtifactFolder()
        let run = try await ChildRun.of(
            "OutliveTestingTests.LiveCaseExamples", library: "xctest", environment: folder.environment)
        #expect(run.status == 1)
        #expect(run.line(with: "Test Case 'LiveCaseExamples.testPasses' passed") != nil, "\(run.output)")
        let leak = try #require(run.line(with: "error: LiveCaseExamples.testLeaks :"), "\(run.output)")
        #expect(leak.contains("HostedProgram.swift:"))
        #expect(leak.contains("suspect: Part"))

        let kept = try folder.names()
        try #require(kept.count == 2, "\(run.output)")
        for (name, test) in zip(kept, ["testFails", "testLeaks"]) {
            #expect(name.hasPrefix(test))
            #expect(folder.isTold(name, of: "\(test)()", in: run), "\(run.output)")
        }
        let first = try #require(kept.first)
        #expect(try folder.text("\(first)/fixture/notes.txt") == "what the test wrote")
        #expect(try folder.text("\(first)/application.log").contains("built plain"))
    }
}
