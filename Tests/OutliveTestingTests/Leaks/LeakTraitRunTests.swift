import Testing

struct LeakTraitRunTests {
    @Test func `Only the tests that leak fail, each at the place of registration, and the end tells of the rest`()
        async throws
    {
        let run = try await ChildRun.of("OutliveTestingTests.LeakExamples")
        #expect(run.status == 1)
        let issue = try #require(run.line(with: "leaks()", "recorded an issue"), "\(run.output)")
        #expect(issue.contains("LeakExamples.swift:\(LeakExamples.leakingLine):"))
        #expect(run.line(with: "suspect: forgotten", "Session): 1 alive after the test") != nil)
        let place = "LeakExamples.swift:\(LeakExamples.throwingLine):"
        #expect(run.line(with: "throwing()", "recorded an issue", place) != nil)
        #expect(run.line(with: "throwing()", "Caught error") != nil)
        for test in ["clean()", "offTask()", "declared()"] {
            #expect(run.line(with: "Test \(test) passed") != nil, "\(run.output)")
        }
        #expect(run.line(with: "outlive: 5 tests with leak checks, 4 components watched") != nil, "\(run.output)")
        #expect(run.line(with: "outlive: 1 test tracked nothing: offTask()") != nil)
        #expect(run.line(with: "1 unattributed survivor") != nil)
        #expect(run.line(with: "stray: 1 alive, registered at OutliveTestingTests/LeakExamples.swift") != nil)
    }
}
