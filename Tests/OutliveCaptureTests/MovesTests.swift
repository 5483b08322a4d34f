#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// The entries of aligned blocks and of blocks that move in the table of blocks.
struct MovesTests {
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/HeapTrials/moves.c").path

    @Test
    func `Freed aligned blocks are forgotten, and a moved block keeps its age`() async throws {
        let folder = try Folder()
        let program = try await Toolchain.buildC(Self.source, in: folder.url, options: ["-lpthread"])
        let watched = try WatchedProgram(arguments: [], executable: program)
        let ending = await watched.end()
        #expect(ending.status == 0)
        let givenBack = try #require(UInt64(ending.output.dropLast()))
        let snapshot = try watched.finishedSnapshot("request-2")
        // Raw blocks have the bytes that malloc gave: up to 64 more, because the rest of a hole may be too small for a
        // block.
        func births(ofSize size: UInt64) -> [UInt32] {
            snapshot.nodes.filter { (size..<size + 64).contains($0.bytes) }.map(\.birth)
        }
        let aligned = births(ofSize: 87)
        #expect((5..<100).contains(aligned.count) && aligned.allSatisfy { $0 == 0 }, "\(aligned)")
        // It was made before the cycle ended, and moved after that.
        #expect(births(ofSize: 97_003) == [0])
        #expect(births(ofSize: 87_001).isEmpty)
        // The tier saw it first when it was moved, after the cycle: it is none of the place where it was made.
        #expect(births(ofSize: 75_005) == [1])
        // To move this one was refused.
        #expect(births(ofSize: 55_001) == [0])
        // To move this one to no bytes gave it back.
        #expect(!snapshot.nodes.contains { $0.address == givenBack })
    }

    @Test
    func `A pointer to the end of a block is no reference to the block`() async throws {
        let folder = try Folder()
        let program = try await Toolchain.buildC(Self.source, in: folder.url, options: ["-lpthread"])
        let watched = try WatchedProgram(arguments: [], executable: program)
        #expect(await watched.end().status == 0)
        let snapshot = try watched.finishedSnapshot("request-2")
        func node(ofSize size: UInt64) throws -> Int {
            try #require(snapshot.nodes.firstIndex { (size..<size + 64).contains($0.bytes) })
        }
        let (block, holder) = (try node(ofSize: 61_000), try node(ofSize: 43_211))
        #expect(!snapshot.edges(ofNode: holder).contains { Int($0.target) == block })
    }
}
#endif
