import OutliveTestSupport
import Testing

@testable import OutliveHeap

@Suite struct InsideOffsetsTests {
    @Test(arguments: [[], [0], [0, 1, 31, 32, 63, 64, 98], Array(0..<99)])
    func `The offset of each edge is found, and is 0 for the others`(_ places: [Int]) throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let type = builder.type("", .raw)
        builder.node(0x1000, bytes: 800, type: type, edges: (0..<99).map { (UInt32(8 * $0), 1) })
        builder.node(0x2000, bytes: 800, type: type)
        builder.root(0)
        for place in places { builder.add(to: 28, Item().word(UInt32(place)).word(0).long(UInt64(place) + 7)) }
        builder.add(to: 28, Item().word(0).word(1).long(5))
        let offsets = InsideOffsets(try HeapSnapshot(builder.file))
        #expect((0..<99).map { offsets[$0] } == (0..<99).map { places.contains($0) ? UInt64($0) + 7 : 0 })
    }
}
