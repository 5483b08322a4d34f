import Testing

/// Tests that leave a global changed, in processes of their own with the heap tier.
struct PollutionRunTests {
    private static let note = "compared no variables, as the heap tier is not in this process: run them by outlive test"

    @Test func `A test of swift-testing that leaves a global changed fails with its name and values`() async throws {
        let heap = try HeapFolder()
        let run = try await ChildRun.of("OutliveTestingTests.PollutionExamples", environment: heap.environment)
        #expect(run.status == 1)
        for test in ["puttingBack", "leavingAlone"] {
            #expect(run.line(with: "Test \(test)() passed") != nil, "\(test): \(run.output)")
        }
        #expect(run.line(with: "switchingOn()", "recorded an issue", "PollutionExamples.swift:") != nil)
        #expect(run.line(with: "the test leaves 1 variable changed:") != nil, "\(run.output)")
        let change = "static Switches.isOn: false -> true, declared at PollutionExamples.swift:7"
        #expect(run.line(with: change) != nil, "\(run.output)")
        #expect(run.line(with: Self.note) == nil)
        #expect(try heap.snapshots.isEmpty)
    }

    @Test func `A test of XCTest fails alike`() async throws {
        let heap = try HeapFolder()
        let run = try await ChildRun.of(
            "OutliveTestingTests.PollutionCase", library: "xctest", environment: heap.environment)
        #expect(run.status == 1)
        #expect(run.line(with: "Test Case 'PollutionCase.testPutsBack' passed") != nil, "\(run.output)")
        let failure = "PollutionExamples.swift:39: error: PollutionCase.testRaises : "
        #expect(run.line(with: failure, "the test leaves 1 variable changed:") != nil, "\(run.output)")
        let change = "static Switches.level: 1 -> 3, declared at PollutionExamples.swift:8"
        #expect(run.line(with: change) != nil, "\(run.output)")
    }

    @Test func `Without the heap tier nothing is compared, and the end of the run says so once`() async throws {
        let run = try await ChildRun.of("OutliveTestingTests.PollutionExamples")
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.ranges(of: Self.note).count == 1, "\(run.output)")
    }
}
