import Testing

/// Tests that leave tasks which nothing can resume, in processes with and without the heap tier.
struct StuckTaskRunTests {
    private let folder = ArtifactFolder()

    @Test func `A test that leaves a stuck task fails at the line of its Task, and one that sleeps does not`()
        async throws
    {
        let heap = try HeapFolder()
        let environment = folder.environment.merging(heap.environment) { $1 }
        let run = try await ChildRun.of("OutliveTestingTests.StuckTaskExamples", environment: environment)
        #expect(run.output.contains("StuckTaskExamples.swift:\(StuckTaskExamples.stuckLine)"), "\(run.output)")
        #expect(run.line(with: "a task named 'poll' is") != nil, "\(run.output)")
        #expect(run.line(with: "stuck after the test: nothing refers to its continuation") != nil, "\(run.output)")
        #expect(run.line(with: "leavesATaskThatSleeps() passed") != nil, "\(run.output)")
        #expect(try heap.snapshots.isEmpty)
    }

    @Test func `Without the heap tier the check says so, and fails the test`() async throws {
        let run = try await ChildRun.of("OutliveTestingTests.StuckTaskExamples", environment: folder.environment)
        #expect(
            run.line(with: "stuck tasks are not found: the heap tier is not in this process") != nil, "\(run.output)")
    }
}
