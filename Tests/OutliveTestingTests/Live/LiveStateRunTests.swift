import Testing

struct LiveStateRunTests {
    @Test func `What a reset leaves changed fails the first test that shows it, with the variable`() async throws {
        let folder = ArtifactFolder()
        let run = try await ChildRun.of("OutliveTestingTests.LiveStateExamples", environment: folder.environment)
        #expect(run.status == 1)
        let clean = ["cleanBefore", "leavingTheSame", "cleanAfterwards", "accepted", "unchecked", "launches"]
        for test in clean { #expect(run.line(with: "Test \(test)() passed") != nil, "\(test): \(run.output)") }
        #expect(run.line(with: "leaving()", "recorded an issue", "LiveStateExamples.swift:") != nil)
        #expect(run.line(with: "the reset after the test left 1 variable changed:") != nil, "\(run.output)")
        let flag = "static HostedProgram.isUsed: false -> true, declared at "
        #expect(run.line(with: flag, "HostedProgram.swift:") != nil, "\(run.output)")
        let array = "static HostedProgram.recent: 1 element -> 2 elements, declared at "
        #expect(run.line(with: array, "HostedProgram.swift:") != nil, "\(run.output)")
        #expect(run.line(with: "HostedProgram.builds") == nil, "a number that resets count: \(run.output)")
        #expect(run.line(with: "launches: 5") != nil, "\(run.output)")
        #expect(try folder.names().map { $0.prefix(8) } == ["leaving-", "leavingM"])
    }

    @Test func `A test of XCTest fails alike`() async throws {
        let run = try await ChildRun.of("OutliveTestingTests.LiveStateCase", library: "xctest")
        #expect(run.status == 1)
        #expect(run.line(with: "Test Case 'LiveStateCase.testClean' passed") != nil, "\(run.output)")
        #expect(
            run.line(with: "error: LiveStateCase.testLeaves : the reset after the test left") != nil,
            "\(run.output)")
        #expect(run.line(with: "static HostedProgram.isUsed: false -> true") != nil, "\(run.output)")
    }
}
