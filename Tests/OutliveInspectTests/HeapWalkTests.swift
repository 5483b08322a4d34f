#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import Testing

/// The live blocks that a walk over glibc's heap finds.
struct HeapWalkTests {
    /// The first has no cache but for the smallest blocks, the second one for few sizes.
    @Test(arguments: ["", "glibc.malloc.tcache_max=0", "glibc.malloc.tcache_max=256"])
    func `A walk finds exactly the live blocks of a program, with their sizes`(tunables: String) async throws {
        let file = try await CProgram("blocks")
        try await Self.check(try InspectedProgram(file.path, environment: ["GLIBC_TUNABLES": tunables]))
    }

    /// Folders in which `scripts/trial versions` put the loader and the libraries of a glibc, and the program.
    private static let versions = (ProcessInfo.processInfo.environment["OUTLIVE_GLIBC_FOLDERS"] ?? "")
        .split(separator: ":").map(String.init)

    @Test(arguments: versions)
    func `A walk finds exactly the live blocks under another version of glibc`(folder: String) async throws {
        let figures = try await Self.check(
            try InspectedProgram("\(folder)/loader", arguments: ["--library-path", folder, "\(folder)/blocks"]))
        print("\(URL(fileURLWithPath: folder).lastPathComponent)\t\(figures)")
    }

    /// Compares the blocks of a program with those that it prints. Returns the figures, separated by tabs.
    @discardableResult
    private static func check(_ program: InspectedProgram) async throws -> String {
        let count = try #require(Int(try await program.line()))
        var expected: [UInt64: UInt64] = [:]
        for _ in 0..<count {
            let numbers = try await program.line().split(separator: " ").compactMap { UInt64($0) }
            expected[numbers[0]] = numbers[1]
        }
        let (result, bytes) = try await program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let found = Dictionary(uniqueKeysWithValues: try HeapSnapshot(bytes).nodes.map { ($0.address, $0.bytes) })
        #expect(expected.filter { found[$0.key] != $0.value }.isEmpty)
        // The C library's own: for each thread the cache of freed blocks, and the vector of thread-locals.
        let others = found.filter { expected[$0.key] == nil }
        #expect(Set(others.values).isSubset(of: [0x288, 0x118]), "\(others)")
        #expect(others.count <= 2 * Int(result.threads) + 1)
        #expect(result.threads == 6 && result.caches == 5 && result.mapped > 0 && !result.is_partial)
        #expect(result.lost == 0)
        let missing = expected.count { found[$0.key] != $0.value }
        return ["\(expected.count)", "\(missing)", "\(others.count)", "\(result.freed)", "\(result.mapped)"]
            .joined(separator: "\t")
    }

    @Test func `A heap is never inconsistent while four threads allocate`() async throws {
        let file = try await CProgram("signals")
        let program = try InspectedProgram(file.path)
        _ = try await program.answer()
        for _ in 0..<20 {
            let (result, bytes) = try await program.inspect(withGraph: true)
            try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
            #expect(try HeapSnapshot(bytes).nodes.count { $0.bytes == 7784 } >= 1000)
        }
    }

    @Test func `Every check of a heap made by hand holds, and fails where the heap is broken`() async throws {
        let file = try await CProgram(
            "glibc", with: ["COutliveInspect/Malloc", "COutliveObjects/Memory"],
            options: [CProgram.sources.appendingPathComponent("COutliveObjects/Types/modules.c").path])
        let program = try InspectedProgram(file.path)
        let intact = "m10+18 m30+280 m310+38 m850+108"
        let withoutCache = "m10+18 m30+288 m310+38 m850+108"
        let others = "b40+48 a8e0+38"
        let mapped = "x10+1ff0 x3100+2f00"
        let size = "a chunk has an impossible size"
        let counted = "malloc counts other mapped blocks than there are"
        let expected = [
            "2.31 intact: \(intact) b30+48 a8d0+38 \(mapped)",
            "2.32 intact: \(intact) b30+48 a8d0+38 \(mapped)",
            "2.35 intact: \(intact) \(others) \(mapped)",
            "a length of a list is late by one: \(intact) \(others) \(mapped)",
            "no cache: m10+18 m30+288 m2c0+28 m310+38 m850+108 \(others) \(mapped)",
            "a list of free chunks: the C library has no main arena",
            "two main arenas: there is more than one main arena",
            "no ring: the C library has no main arena",
            "no parameters: the C library has no parameters of malloc",
            "huge pages: malloc uses huge pages, which is not supported",
            "a size that is not a multiple of 16: \(size)",
            "a size that is too large: \(size)",
            "a size of zero: \(size)",
            "a top that is not mapped: the end of the main heap is not mapped",
            "a fast list of another size: \(size)",
            "a fast list without an end: a list of free chunks is broken",
            "a block that is freed twice: a cached block is not a chunk, or is cached twice",
            "a heap of another arena: a heap does not belong to its arena",
            "a heap that is too large: a heap has an impossible size",
            "a heap that follows itself: the heaps of an arena form a ring",
            "a fence of 32 bytes: \(intact) \(others) a920+36b8 \(mapped)",
            "a block that malloc does not count: \(counted)",
            "bytes that malloc does not count: \(counted)",
            "no block with a mapping: \(intact) \(others)",
            "memory of others in the main heap: \(withoutCache) \(others) \(mapped)",
            "a heap that is not only in the break: \(intact) \(others) \(mapped) partial",
        ]
        for line in expected { #expect(try await program.line() == line) }
    }
}
#endif
