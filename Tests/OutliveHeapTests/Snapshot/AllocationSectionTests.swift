import OutliveModel
import Testing

@testable import OutliveHeap

struct AllocationSectionTests {
    @Test func `Allocations are read by type and stack, the peak with the largest type of its stack`() throws {
        var builder = SnapshotBuilder.counted()
        builder.row(0, stack: 0, objects: 3, bytes: 96)
        builder.allocation(0, stack: 0, objects: 5, bytes: 160, temporary: 2)
        builder.allocation(.max, stack: 0, objects: 1, bytes: 8)
        builder.allocation(.max, stack: .max, objects: 1, bytes: 56)
        builder.peak(stack: 0, objects: 4, bytes: 128)
        builder.peak(stack: 1, objects: 1, bytes: 21)
        let census = HeapCensus(try HeapSnapshot(builder.file))
        let counted = try #require(census.allocations)
        #expect(counted.all == HeapAmount(objects: 7, bytes: 224))
        #expect(counted.early == HeapAmount(objects: 2, bytes: 4096))
        #expect(counted.lost == 1 && counted.peakBytes == 150 && counted.notedBytes == 149)
        #expect(counted.notedAt == 1_700_000_000)
        #expect(counted.sizes == [0, 0, 0, 0, 0, 0, 7] && counted.ages == [7])
        #expect(counted.totals.map(\.type.name) == ["App.A"] + Array(repeating: HeapType.rawMemory.name, count: 3))
        #expect(counted.totals.map(\.peak?.bytes) == [128, nil, nil, 21])
        #expect(counted.temporary == HeapAmount(objects: 2, bytes: 16))
        let totals = census.totals()
        #expect(totals.first { $0.type.name == "App.A" }?.allocated == HeapAmount(objects: 5, bytes: 160))
        #expect(totals.first { $0.type.name == "App.A" }?.temporary == HeapAmount(objects: 2, bytes: 16))
        #expect(try HeapSnapshot(SnapshotBuilder.example().file).allocations == nil)
    }

    @Test func `Two counts, or an index of no type or stack, are refused`() throws {
        var twice = SnapshotBuilder.counted()
        twice.add(to: 51, (0..<80).reduce(Item()) { item, _ in item.long(0) })
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(twice.file) }
        for (type, stack, bytes) in [(1, 0, 8), (0, 2, 8), (0, 0, UInt64.max)] as [(UInt32, UInt32, UInt64)] {
            var builder = SnapshotBuilder.counted()
            builder.allocation(type, stack: stack, objects: 1, bytes: bytes)
            #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
        }
        var builder = SnapshotBuilder.counted()
        builder.peak(stack: 2, objects: 1, bytes: 1)
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
    }
}
