import OutliveHeap
import OutliveModel
import Testing

@Suite struct BirthsByAddressTests {
    private var births = BirthsByAddress()

    /// A block: its address and type.
    private typealias Block = (address: UInt64, type: String)

    /// Returns the next snapshot of a process with some blocks, with births.
    private mutating func next(_ blocks: [Block], endingCycle: Bool = true) throws -> HeapSnapshot {
        var builder = SnapshotBuilder()
        builder.flags = 1
        // In the order of use, which differs from snapshot to snapshot.
        var types: [String: UInt32] = [:]
        for block in blocks {
            let type = types[block.type] ?? builder.type(block.type, block.type == "raw" ? .raw : .object)
            types[block.type] = type
            builder.node(block.address, type: type)
        }
        for (name, type) in types.sorted(by: { $0.value < $1.value }) where name != "raw" {
            builder.row(type, objects: UInt64(blocks.count { $0.type == name }))
        }
        var snapshot = try HeapSnapshot(builder.file)
        births.assign(to: &snapshot, endingCycle: endingCycle)
        return snapshot
    }

    /// Returns the number of objects of each birth.
    private func counts(_ snapshot: HeapSnapshot, _ type: String) -> [Int: Int] {
        let rows = HeapCensus(snapshot).rows.filter { $0.type.description == type }
        return Dictionary(rows.map { ($0.birth, $0.count) }, uniquingKeysWith: +)
    }

    @Test mutating func `An object is born in the cycle before the first snapshot that contains it`() throws {
        let first = try next([(0x1000, "App.Session"), (0x3000, "App.Session")])
        #expect(counts(first, "App.Session") == [0: 2])
        let second = try next([(0x1000, "App.Session"), (0x2000, "App.Session"), (0x3000, "App.Session")])
        #expect(counts(second, "App.Session") == [0: 2, 1: 1])
        let third = try next([(0x2000, "App.Session"), (0x4000, "App.Session"), (0x5000, "App.Session")])
        #expect(counts(third, "App.Session") == [1: 1, 2: 2])
        #expect(third.nodes.map(\.birth) == [1, 2, 2])
        #expect(third.header.cycle == 2)
    }

    @Test mutating func `An address with another type, or used again after a pause, is a new object`() throws {
        _ = try next([(0x1000, "App.Session"), (0x2000, "App.Note")])
        let second = try next([(0x1000, "App.Note")])
        #expect(counts(second, "App.Note") == [1: 1])
        let third = try next([(0x1000, "App.Note"), (0x2000, "App.Note")])
        #expect(counts(third, "App.Note") == [1: 1, 2: 1])
    }

    @Test mutating func `A snapshot that ends no cycle leaves later objects in the same cycle`() throws {
        _ = try next([(0x1000, "App.Note")])
        _ = try next([(0x1000, "App.Note"), (0x2000, "App.Note")], endingCycle: false)
        let third = try next([(0x1000, "App.Note"), (0x2000, "App.Note"), (0x3000, "App.Note")])
        #expect(counts(third, "App.Note") == [0: 1, 1: 2])
    }

    @Test mutating func `Raw blocks have births, too`() throws {
        _ = try next([(0x1000, "raw")])
        let second = try next([(0x1000, "raw"), (0x2000, "raw"), (0x3000, "App.Note")])
        #expect(counts(second, HeapType.rawMemory.description) == [0: 1, 1: 1])
        #expect(counts(second, "App.Note") == [1: 1])
    }

    @Test mutating func `A continuation that a thread keeps for reuse is free memory, and counts in no row`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 1
        let raw = builder.type("", .raw)
        for address in [UInt64(0x1000), 0x2000, 0x3000] { builder.node(address, bytes: 72, type: raw) }
        builder.continuation(1)
        builder.continuation(2, isUnused: true)
        var snapshot = try HeapSnapshot(builder.file)
        births.assign(to: &snapshot, endingCycle: true)
        #expect(snapshot.rawRows.map(\.count) == [2])
    }

    @Test mutating func `The contents of containers are those of the file, in sum`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 1
        let type = builder.type("Swift._ContiguousArrayStorage<Swift.Int>")
        builder.node(0x1000, bytes: 64, type: type)
        builder.row(type, bytes: 64)
        builder.container(0, used: 8, capacity: 32)
        var first = try HeapSnapshot(builder.file)
        births.assign(to: &first, endingCycle: true)
        builder.node(0x2000, bytes: 128, type: type)
        builder.remove(section: 7)
        builder.remove(section: 21)
        builder.row(type, objects: 2, bytes: 192)
        builder.container(0, used: 40, capacity: 128)
        var second = try HeapSnapshot(builder.file)
        births.assign(to: &second, endingCycle: true)
        let rows = HeapCensus(second).rows
        #expect(rows.map(\.birth) == [0, 1])
        #expect(rows.map(\.bytes) == [64, 128])
        let sum = rows.reduce(nil) { ContainerContents.sum($0, $1.contents) }
        #expect(sum == ContainerContents(used: 40, capacity: 128))
    }
}
