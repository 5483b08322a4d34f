#if os(Linux)
import COutliveInspect
import OutliveHeap
import Testing

/// Places that a search for roots can miss, each with the only word that leads to a block.
struct RootPlaceTests {
    /// The snapshot of a program, and the roots that lead to its block of 7777 bytes.
    private static func roots(_ place: String) async throws -> (snapshot: HeapSnapshot, roots: [Int]) {
        let file = try await CProgram("roots")
        let program = try InspectedProgram(file.path, arguments: [place])
        #expect(try await program.line() == "ready")
        let (result, bytes) = try await program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let snapshot = try HeapSnapshot(bytes)
        let nodes = snapshot.nodes.indices.filter { (7777..<7800).contains(snapshot.nodes[$0].bytes) }
        try #require(nodes.count == 1)
        return (snapshot, snapshot.roots.indices.filter { Int(snapshot.roots[$0].node) == nodes[0] })
    }

    @Test func `Memory that the kernel joined with the mapping of a large block is searched`() async throws {
        let (snapshot, roots) = try await Self.roots("beside-large-block")
        #expect(roots.contains { snapshot.roots[$0].kind == .mapping })
    }

    @Test func `The array to which a system call is yet to write is not searched`() async throws {
        #expect(try await Self.roots("events").roots.isEmpty)
    }

    #if arch(x86_64)
    @Test func `Nothing below the stack pointer of the C library's system calls is searched`() async throws {
        #expect(try await Self.roots("below-call").roots.isEmpty)
    }

    @Test func `The variables of a function below its stack pointer are searched`() async throws {
        let (snapshot, roots) = try await Self.roots("red-zone")
        #expect(roots.contains { snapshot.roots[$0].kind == .stack })
    }

    @Test func `A return address before a reference on a stack is not taken for the code of a closure`() async throws {
        let (snapshot, roots) = try await Self.roots("before-call")
        #expect(roots.contains { snapshot.roots[$0].kind == .stack })
        #expect(roots.allSatisfy { snapshot.function(ofRoot: $0) == nil })
    }
    #endif
}
#endif
