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
        #expect(run.line(with: "throwing()", "recorded an issue", "LeakExamples.swift:\(LeakExamples.throwingLine):") != nil)
        #expect(run.line(with: "throwing()", "Caught error") != nil)
        for test in ["clean()", "offTask()", "declared()"] {
            #expect(run.line(with: "Test \(test) passed") != nil, "\(run.output)")
        }
        #expect(run.line(with: "outlive: 5 tests with leak checks, 3 components watched") != nil, "\(run.output)")
        #expect(run.line(with: "outlive: 2 tests tracked nothing: declared(), offTask()") != nil)
        #expect(run.line(with: "1 unattributed survivor") != nil)
        #expect(run.line(with: "stray: 1 alive, registered at OutliveTestingTests/LeakExamples.swift") != nil)
    }
}
