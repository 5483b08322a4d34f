#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// The results of task groups that were not taken, in the memory of a process.
struct GroupResultTests {
    @Test func `The results of a group are not those of another one whose memory it reuses`() async throws {
        let program = try InspectedProgram(
            "heap-fixture", arguments: ["results", "wait"],
            environment: ["LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1"])
        while try await program.line() != "ready" {}
        let (result, bytes) = try await program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let snapshot = try HeapSnapshot(bytes)
        let children = Set(snapshot.tasks.filter { $0.isOfGroup && $0.state == .completed }.map(\.node))
        #expect(children.count == 341)
        // A block of a queue has room for 64 results.
        func isRaw(_ node: Int, _ bytes: ClosedRange<UInt64>) -> Bool {
            snapshot.types[Int(snapshot.nodes[node].type)].type == nil && bytes.contains(snapshot.nodes[node].bytes)
        }
        func results(_ node: Int) -> Int { snapshot.edges(ofNode: node).count { children.contains($0.target) } }
        let blocks = snapshot.nodes.indices.filter { isRaw($0, 512...543) && results($0) > 0 }
        #expect(blocks.map(results).sorted() == [1, 20, 64, 64, 64, 64, 64])
        let held = snapshot.nodes.indices.compactMap { node -> [Int]? in
            guard isRaw(node, 64...511) else { return nil }
            let targets = snapshot.edges(ofNode: node).map { Int($0.target) }.filter(blocks.contains)
            return targets.isEmpty ? nil : targets
        }
        #expect(held.map { $0.map(results).reduce(0, +) }.sorted() == [1, 340])
    }
}
#endif
