import Testing

struct LiveResetRunTests {
    @Test func `Failures and leaks are issues with artifacts, and of other tests nothing is kept`()
        async throws
    {
        let folder = ArtifactFolder()
        let run = try await ChildRun.of("OutliveTestingTests.LiveExamples", environment: folder.environment)
        #expect(run.status == 1)
        for test in ["passing()", "known()"] {
            #expect(run.line(with: "Test \(test) passed") != nil, "\(run.output)")
        }
        let leak = try #require(run.line(with: "leaking()", "recorded an issue"), "\(run.output)")
        #expect(leak.contains("HostedProgram.swift:"))
        #expect(run.line(with: "suspect: Part", "1 alive after the test's reset") != nil)
        #expect(run.line(with: "failing()", "recorded an issue", "LiveExamples.swift:") != nil)

        #expect(run.line(with: "dying()", "recorded an issue") != nil)
        let reason = "the application died during the test, or could not be reset after it, so that its leaks"
        #expect(run.line(with: reason, "ended with status 9 in the reset") != nil, "\(run.output)")

        let kept = try folder.names()
        try #require(kept.count == 4, "\(run.output)")
        for (name, test) in zip(kept, ["dying", "failing", "leaking", "throwing"]) {
            #expect(name.hasPrefix(test))
            #expect(folder.isTold(name, of: "\(test)()", in: run), "\(run.output)")
        }
        #expect(folder.isNamed(kept[0], inFailureOf: run), "\(run.output)")

        #expect(try folder.text("\(kept[0])/fixture/notes.txt") == "of the dead")
        #expect(try folder.text("\(kept[0])/application.log").contains("built plain"))
        #expect(try folder.text("\(kept[1])/fixture/notes.txt") == "what the test wrote")
        #expect(try folder.text("\(kept[1])/application.log").contains("built plain"))
        #expect(try folder.text("\(kept[2])/leaks.txt").contains("suspect: Part"))
        #expect(try folder.survivors(in: kept[2]) == ["Part"])
    }
}
