import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// Tests that leave tasks which nothing can resume, in processes with and without the heap tier.
struct StuckTaskRunTests {
    private let folder = ArtifactFolder()

    @Test func `A test that leaves a stuck task fails at the line of its Task, and one that sleeps does not`()
        async throws
    {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let library = try HeapTierLibrary.path(in: tests)
        let heap = folder.path + "-heap"
        try FileManager.default.createDirectory(
            atPath: heap, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: heap) }
        var environment = folder.environment
        environment["LD_PRELOAD"] = library
        environment[EnvironmentName.heap] = heap
        environment[EnvironmentName.heapExit] = "0"
        environment[EnvironmentName.target] = URL(fileURLWithPath: CommandLine.arguments[0]).path
        let run = try await ChildRun.of("OutliveTestingTests.StuckTaskExamples", environment: environment)
        #expect(run.output.contains("StuckTaskExamples.swift:\(StuckTaskExamples.stuckLine)"), "\(run.output)")
        #expect(run.line(with: "a task named 'poll' is") != nil, "\(run.output)")
        #expect(run.line(with: "stuck after the test: nothing refers to its continuation") != nil, "\(run.output)")
        #expect(run.line(with: "leavesATaskThatSleeps() passed") != nil, "\(run.output)")
        let left = try FileManager.default.contentsOfDirectory(atPath: heap)
        #expect(left.filter { $0.hasSuffix(".olheap") }.isEmpty)
    }

    @Test func `Without the heap tier the check says so, and fails the test`() async throws {
        let run = try await ChildRun.of("OutliveTestingTests.StuckTaskExamples", environment: folder.environment)
        #expect(
            run.line(with: "stuck tasks are not found: the heap tier is not in this process") != nil, "\(run.output)")
    }
}
