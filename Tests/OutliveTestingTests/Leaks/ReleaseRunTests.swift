import Testing

/// Tests that expect objects to be released, in processes of their own.
struct ReleaseRunTests {
    private let folder = ArtifactFolder()

    @Test func `A survivor is one issue, at the line of the call`() async throws {
        let run = try await ChildRun.of("OutliveTestingTests.ReleaseExamples", environment: folder.environment)
        let file = "ReleaseExamples.swift"
        let now = try #require(run.line(with: "now()", "recorded an issue"), "\(run.output)")
        #expect(now.contains("\(file):\(ReleaseExamples.nowLine):"), "\(run.output)")
        #expect(
            run.line(
                with: "suspect: kept session (OutliveTestingTests.Session): 1 alive after its release was expected")
                != nil, "\(run.output)")
        #expect(run.line(with: "later()", "recorded an issue", "\(file):\(ReleaseExamples.laterLine):") != nil)
        for test in ["now()", "later()"] {
            #expect(run.line(with: "Test \(test) failed after", "with 1 issue") != nil, "\(run.output)")
        }
        #expect(run.line(with: "Test released() passed") != nil, "\(run.output)")
        #expect(try folder.names().count == 2)
    }

    @Test func `With the heap tier the issue names what holds the survivor`() async throws {
        let heap = try HeapFolder()
        let run = try await ChildRun.of(
            "OutliveTestingTests.ReleaseExamples/later",
            environment: folder.environment.merging(heap.environment) { $1 })
        #expect(run.line(with: "held by: static Cellar.shared -> Cellar.kept[") != nil, "\(run.output)")
    }

    @Test func `In XCTest a survivor is a failure at the line of the call`() async throws {
        let run = try await ChildRun.of(
            "OutliveTestingTests.ReleaseCaseExamples", library: "xctest", environment: folder.environment)
        let now = try #require(run.line(with: "error: ReleaseCaseExamples.testNow :"), "\(run.output)")
        #expect(now.contains("ReleaseExamples.swift:\(ReleaseCaseExamples.nowLine): "))
        #expect(now.contains("kept by XCTest"))
        let later = try #require(run.line(with: "error: ReleaseCaseExamples.testLater :"), "\(run.output)")
        #expect(later.contains("ReleaseExamples.swift:\(ReleaseCaseExamples.laterLine): "))
        #expect(run.line(with: "Test Case 'ReleaseCaseExamples.testReleased' passed") != nil, "\(run.output)")
    }
}
