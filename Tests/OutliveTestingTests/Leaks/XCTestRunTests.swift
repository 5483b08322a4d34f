import Testing

struct XCTestRunTests {
    private let folder = ArtifactFolder()

    @Test func `A tracked survivor fails its test at the line of the call`() async throws {
        let run = try await ChildRun.of(
            "OutliveTestingTests.XCTestExamples", library: "xctest", environment: folder.environment)
        #expect(run.status == 1)
        func failure(_ test: String) throws -> String {
            try #require(run.line(with: "error: XCTestExamples.\(test) :"), "\(run.output)")
        }
        let file = "OutliveTestingTests/Child/XCTestExamples.swift"
        let tracked = try failure("testTracked")
        #expect(tracked.contains("\(file):\(XCTestExamples.trackedLine): "))
        #expect(tracked.contains("suspect: tracked (OutliveTestingTests.Session): 1 alive after the test"))
        #expect(try failure("testAround").contains("\(file):\(XCTestExamples.aroundLine): "))
        #expect(try failure("testAsync").contains("\(file):\(XCTestExamples.asyncLine): "))
        #expect(try failure("testNothingTracked").contains("no component was tracked"))
        for test in ["testGone", "testClean", "testLate"] {
            #expect(run.line(with: "Test Case 'XCTestExamples.\(test)' passed") != nil, "\(run.output)")
        }
        #expect(run.line(with: "outlive: 7 tests with leak checks, 6 components tracked") != nil)
        #expect(run.line(with: "outlive: 1 test tracked nothing: XCTestExamples.testNothingTracked") != nil)

        let kept = try folder.names()
        try #require(kept.count == 3, "\(run.output)")
        for (name, (test, component)) in zip(
            kept, [("testAround", "around"), ("testAsync", "async"), ("testTracked", "tracked")])
        {
            #expect(name.hasPrefix("XCTestExamples.\(test)-"))
            #expect(try folder.survivors(in: name) == [component])
            #expect(try folder.text("\(name)/leaks.txt").contains("suspect: \(component) "))
            #expect(folder.isTold(name, of: "XCTestExamples.\(test)", in: run), "\(run.output)")
            #expect(folder.isNamed(name, inFailureOf: run), "\(run.output)")
        }
    }

    @Test func `A check around the whole test finds what the test case holds after its teardown`() async throws {
        let run = try await ChildRun.of(
            "OutliveTestingTests.WholeTestExamples", library: "xctest", environment: folder.environment)
        #expect(run.status == 1)
        let failure = try #require(run.line(with: "error: WholeTestExamples.testForgets"), "\(run.output)")
        #expect(failure.contains("XCTestExamples.swift:\(WholeTestExamples.line): "))
        #expect(failure.contains("property"))
        #expect(run.line(with: "Test Case 'WholeTestExamples.testLetsGo' passed") != nil, "\(run.output)")
    }

    @Test func `The example of XCTest in the documentation passes`() async throws {
        let run = try await ChildRun.of(
            "OutliveTestingTests.NoteStoreCase", library: "xctest", environment: folder.environment)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.line(with: "outlive: 2 tests with leak checks, 2 components tracked") != nil, "\(run.output)")
        #expect(throws: (any Error).self) { try folder.names() }
    }
}
