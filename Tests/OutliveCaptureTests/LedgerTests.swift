#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import OutliveTestSupport
import Testing

/// The count of allocations: its tables alone, and the figures of a program whose allocations are counted.
struct LedgerTests {
    private static func build(in folder: URL, options: [String] = []) async throws -> String {
        try await Toolchain.buildTrial(
            "ledger.c",
            of: ["Allocation/ledger.c", "Allocation/clock.c", "Base/own_memory.c", "Base/room.c", "Base/state.c"],
            in: folder, options: options)
    }

    @Test
    func `Counts are exact whatever gives way, also of threads that end, and the peak is noted`() async throws {
        let folder = try Folder()
        try await Toolchain.run(trials: ["stacks", "peak", "threads"], of: Self.build(in: folder.url))
    }

    @Test(arguments: [["-fsanitize=thread", "-ldispatch", "-lBlocksRuntime"], ["-fsanitize=address,undefined"]])
    func `The counters have no race and no access out of bounds`(options: [String]) async throws {
        let folder = try Folder()
        try await Toolchain.run(trials: ["threads"], of: Self.build(in: folder.url, options: options))
    }

    @Test(arguments: ["16", "0"])
    func `What was allocated is what was released and what is alive`(frames: String) async throws {
        let census = try await HeapCensus.ofAssortment(["OUTLIVE_HEAP_ALLOCATIONS": "1", "OUTLIVE_HEAP_FRAMES": frames])
        let counted = try #require(census.allocations)
        #expect(counted.lost == 0)
        let sum = counted.totals.reduce(into: HeapAmount()) { $0 += $1.amount }
        #expect(sum == counted.all)
        #expect(counted.sizes.reduce(0, +) == counted.all.objects)
        let live = census.rows.reduce(0) { $0 + $1.count }
        #expect(counted.ages.reduce(0, +) == counted.all.objects - live)
        // Half of the objects of each type were freed.
        for total in census.totals() where total.type.name.hasPrefix("heap_fixture.Assortment") {
            #expect(total.allocated?.objects == 2 * total.objects, "\(total.type)")
        }
        let peak = counted.totals.reduce(into: HeapAmount()) { $0 += $1.peak ?? HeapAmount() }
        #expect(peak.bytes >= counted.peakBytes * 99 / 100 && peak.bytes <= counted.peakBytes * 101 / 100)
    }
}
#endif
