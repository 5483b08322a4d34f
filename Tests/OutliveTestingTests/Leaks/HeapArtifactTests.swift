import Foundation
import OutliveTestSupport
import Testing

/// Tests that fail where the heap tier is around: their artifacts, and what their issues say.
struct HeapArtifactTests {
    private let folder = ArtifactFolder()

    /// The library of the heap tier is beside this executable.
    private let folderOfTests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    @Test func `A leaking test in a process with the tier keeps its heap, and its issue names the holder`()
        async throws
    {
        let heap = try HeapFolder()
        let environment = folder.environment.merging(heap.environment) { $1 }
        let run = try await ChildRun.of("OutliveTestingTests.LeakExamples", environment: environment)
        let kept = try folder.names()
        try #require(kept.count == 2, "\(run.output)")
        for name in kept { try expectSnapshot(in: name) }
        #expect(run.line(with: "held by: static Cellar.shared -> Cellar.kept[") != nil, "\(run.output)")
        #expect(run.line(with: "Remove entries from Cellar.kept") != nil, "\(run.output)")
        // A kept snapshot is not left behind as well.
        #expect(try heap.snapshots.isEmpty)
    }

    @Test func `A failing test keeps the heap of a live application with the tier, and the leak's holder`()
        async throws
    {
        _ = try HeapTierLibrary.path(in: folderOfTests)
        var environment = folder.environment
        environment["OUTLIVE_TESTING_HEAP"] = "1"
        let run = try await ChildRun.of("OutliveTestingTests.LiveExamples", environment: environment)
        let kept = try folder.names()
        try #require(kept.count == 4, "\(run.output)")
        for name in kept.filter({ $0.hasPrefix("leaking") || $0.hasPrefix("failing") }) {
            try expectSnapshot(in: name)
        }
        #expect(run.line(with: "held by: static HostedProgram.leaked[0] -> Part") != nil, "\(run.output)")
    }

    private func expectSnapshot(in name: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)/heap.olheap"))
        #expect(data.starts(with: Array("OUTLHEAP".utf8)))
    }
}
