import Testing

struct XCTestRunTests {
    @Test func `A tracked object that stays fails its test at the line of the call`() async throws {
        let run = try await ChildRun.of("OutliveTestingTests.XCTestExamples", library: "xctest")
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
        #expect(run.line(with: "outlive: 7 tests with leak checks, 6 components watched") != nil)
        #expect(run.line(with: "outlive: 1 test tracked nothing: XCTestExamples.testNothingTracked") != nil)
    }

    @Test func `A check around the whole test sees what the test case holds after its teardown`() async throws {
        let run = try await ChildRun.of("OutliveTestingTests.WholeTestExamples", library: "xctest")
        #expect(run.status == 1)
        let failure = try #require(run.line(with: "error: WholeTestExamples.testForgets"), "\(run.output)")
        #expect(failure.contains("XCTestExamples.swift:\(WholeTestExamples.line): "))
        #expect(failure.contains("property"))
        #expect(run.line(with: "Test Case 'WholeTestExamples.testLetsGo' passed") != nil, "\(run.output)")
    }
}
