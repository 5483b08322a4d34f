import Testing

struct LeakTraitRunTests {
    private let folder = ArtifactFolder()

    @Test func `Only leaking tests fail, each at the place of registration, and the summary lists the rest`()
        async throws
    {
        let run = try await ChildRun.of("OutliveTestingTests.LeakExamples", environment: folder.environment)
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
        #expect(run.line(with: "outlive: 5 tests with leak checks, 4 components tracked") != nil, "\(run.output)")
        #expect(run.line(with: "outlive: 1 test tracked nothing: offTask()") != nil)
        #expect(run.line(with: "1 unattributed survivor") != nil)
        #expect(run.line(with: "stray: 1 alive, registered at OutliveTestingTests/LeakExamples.swift") != nil)
    }

    @Test func `A leaking test keeps its report, and of the others nothing is kept`() async throws {
        let run = try await ChildRun.of("OutliveTestingTests.LeakExamples", environment: folder.environment)
        let kept = try folder.names()
        try #require(kept.count == 2, "\(run.output)")
        for (name, (test, component)) in zip(kept, [("leaks", "forgotten"), ("throwing", "left by an error")]) {
            #expect(name.hasPrefix(test))
            #expect(try folder.survivors(in: name) == [component])
            #expect(try folder.text("\(name)/leaks.txt").contains("suspect: \(component) "))
            #expect(folder.isTold(name, of: "\(test)()", in: run), "\(run.output)")
            #expect(folder.isNamed(name, inFailureOf: run), "\(run.output)")
        }
    }
}
