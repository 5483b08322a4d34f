#if os(Linux)
import COutliveInspect
import OutliveHeap
import OutliveModel
import Testing

/// The side tables of weak references in a process that is inspected, whose blocks have the sizes of malloc.
struct SideTableTests {
    @Test func `An object holds its side table, which holds nothing`() async throws {
        let program = try InspectedProgram("heap-fixture", arguments: ["shapes", "wait"])
        while try await program.line() != "ready" {}
        let (result, bytes) = try await program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let snapshot = try HeapSnapshot(bytes)
        let watched = try #require(
            snapshot.nodes.indices.first {
                snapshot.types[Int(snapshot.nodes[$0].type)].type?.name == "heap_fixture.Watched"
            })
        let table = try #require(snapshot.edges(ofNode: watched).first { $0.offset == 8 }).target
        #expect(snapshot.types[Int(snapshot.nodes[Int(table)].type)].type == nil)
        #expect(snapshot.nodes[Int(table)].bytes > 32)
        #expect(snapshot.edges(ofNode: Int(table)).isEmpty)
    }
}
#endif
