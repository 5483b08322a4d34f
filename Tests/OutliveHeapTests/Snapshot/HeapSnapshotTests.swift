import OutliveModel
import Testing

@testable import OutliveHeap

@Suite struct HeapSnapshotTests {
    @Test func `A text is read without the combining marks that make comparisons slow`() throws {
        var builder = SnapshotBuilder()
        let marks = String(repeating: "\u{301}\u{316}", count: 15)
        builder.module("/a" + marks + "\u{301}b", bias: 0, 0x1000..<0x2000)
        #expect(try HeapSnapshot(builder.file).modules.map(\.path) == ["/a" + marks + "b"])
    }

    @Test(arguments: [(UInt32(4), HeapCensus.Reason.inspection), (5, .core)])
    func `A snapshot from outside has its reason, its labels and its notes`(
        number: UInt32, reason: HeapCensus.Reason
    ) throws {
        var builder = SnapshotBuilder.example()
        (builder.version, builder.reason, builder.flags) = (2, number, 1 | 8 | 16 | 32)
        builder.note("inspected from outside")
        builder.note("found by a scan")
        let snapshot = try HeapSnapshot(builder.file)
        #expect(snapshot.header.reason == reason)
        #expect(snapshot.header.hasUsableSizes && snapshot.header.isPartial && snapshot.header.isInexact)
        #expect(!snapshot.header.isIncomplete)
        #expect(snapshot.notes == ["inspected from outside", "found by a scan"])
        #expect(HeapCensus(snapshot).isIncomplete)
        #expect(SnapshotFacts(snapshot, file: "").isIncomplete)
    }

    @Test func `A file of the first version has no labels of the second`() throws {
        var builder = SnapshotBuilder.example()
        builder.flags |= 8 | 16 | 32
        let snapshot = try HeapSnapshot(builder.file)
        #expect(!snapshot.header.hasUsableSizes && !snapshot.header.isPartial && !snapshot.header.isInexact)
        #expect(snapshot.notes == [])
        builder.version = 2
        #expect(try HeapSnapshot(builder.file).header.isPartial)
    }

    @Test func `The samples of a process are read, and make the totals of its census`() throws {
        var builder = SnapshotBuilder.sampled()
        builder.row(0, stack: 0, objects: 3, bytes: 96)
        builder.total(0, stack: 0, objects: 5, bytes: 160)
        builder.total(0, stack: 1, objects: 2, bytes: 64)
        builder.total(.max, stack: .max, objects: 1, bytes: 8)
        let census = HeapCensus(try HeapSnapshot(builder.file))
        let sampling = try #require(census.sampling)
        #expect(sampling.rate == 512_000 && sampling.samples == 30 && sampling.freedSamples == 20)
        #expect(sampling.dropped == 1)
        #expect(sampling.totals.map(\.type.name) == ["App.A", "App.A", HeapType.rawMemory.name])
        #expect(sampling.totals.map(\.stack) == [0, 1, nil])
        let totals = census.totals()
        #expect(totals.map(\.objects) == [3, 0])
        #expect(totals.map(\.allocated?.objects) == [7, 1] && totals.map(\.allocated?.bytes) == [224, 8])
        #expect(try HeapSnapshot(SnapshotBuilder.example().file).sampling == nil)
    }

    @Test func `Samples without a rate, or with another index than of a type or stack, are refused`() throws {
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(SnapshotBuilder.sampled(rate: 0).file) }
        var twice = SnapshotBuilder.sampled()
        twice.add(to: 44, Item().long(1).long(0).long(0).long(0))
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(twice.file) }
        for (type, stack, bytes) in [(1, 0, 8), (0, 2, 8), (0, 0, UInt64.max)] as [(UInt32, UInt32, UInt64)] {
            var builder = SnapshotBuilder.sampled()
            builder.total(type, stack: stack, objects: 1, bytes: bytes)
            #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
        }
    }

    @Test func `Everything in a file is read`() throws {
        let snapshot = try HeapSnapshot(SnapshotBuilder.example().file)
        #expect(snapshot.header.processID == 4711)
        #expect(snapshot.header.reason == .request)
        #expect(snapshot.header.cycle == 4)
        #expect(snapshot.header.hasGraph && snapshot.header.hasStacks && !snapshot.header.isIncomplete)
        #expect(snapshot.header.framesPerStack == 16)
        #expect(snapshot.header.time == 1_700_000_000_000_000_000)
        #expect(snapshot.header.bookkeepingBytes == 4_096)
        #expect(snapshot.header.stackTableBytes == 8_192)
        #expect(snapshot.modules.map(\.buildID) == ["c0ffee", nil, "01", "02"])
        #expect(snapshot.modules[2].epochs == 0..<1)
        #expect(snapshot.types.compactMap(\.type?.name).count == 6)
        #expect(snapshot.types[4].type == nil)
        #expect(snapshot.types[2].elementStride == 8)
        #expect(snapshot.fields(ofType: 0).map(\.name) == ["owner", "delegate"])
        #expect(snapshot.fields(ofType: 0).map(\.strength) == [.strong, .weak])
        #expect(snapshot.fields(ofType: 1).map(\.type) == ["App.Session"])
        #expect(snapshot.frames(ofStack: 1) == [0x91100, 0x11600])
        #expect(snapshot.rows.count == 6)
        #expect(snapshot.rawRows.map(\.count) == [2, 1] && snapshot.rawRows.map(\.bytes) == [80, 24])
        #expect(snapshot.rawRows.map(\.stack) == [1, HeapSnapshot.none] && snapshot.rawRows.map(\.birth) == [2, 3])
        #expect(snapshot.contents == [4: ContainerContents(used: 16, capacity: 48)])
        #expect(snapshot.nodes.map(\.address) == [0x1000, 0x1020, 0x2000, 0x3000, 0x4000, 0x5000])
        #expect(snapshot.nodes.map(\.isDeinitialised) == [false, true, false, false, false, false])
        #expect(snapshot.edges(ofNode: 2).map(\.offset) == [32, 40])
        #expect(snapshot.edges(ofNode: 1).map(\.target) == [0])
        #expect(snapshot.edges(ofNode: 3).isEmpty)
        #expect(snapshot.nodes[2].elements == 2)
        #expect(snapshot.roots.map(\.kind) == [.global, .stack, .threadLocal])
        #expect(snapshot.roots.map(\.owner) == [0, 0, HeapSnapshot.none])
        #expect(snapshot.threads.map(\.name) == ["main"])
        #expect(snapshot.threads[0].stack == 0x7FFF_0000..<0x7FFF_8000)
        #expect(snapshot.fields(ofType: 0).map(\.part) == [.instance, .instance])
        #expect(snapshot.fields(ofType: 5).map(\.part) == [.element, .value])
        #expect(snapshot.function(ofEdge: 0) == 0x11700)
        #expect(snapshot.function(ofEdge: 1) == nil)
        #expect(snapshot.function(ofEdge: 2) == 0x11800)
        #expect(snapshot.function(ofRoot: 0) == 0x11900)
        #expect(snapshot.function(ofRoot: 1) == nil)
        #expect(snapshot.hashTables.map(\.node) == [4])
        #expect(snapshot.hashTable(ofNode: 3) == nil)
        let table = try #require(snapshot.hashTable(ofNode: 4))
        #expect(table.buckets == 2)
        #expect(table.keys == HeapSnapshot.HashTable.Entries(offset: 72, stride: 8))
        #expect(table.values == HeapSnapshot.HashTable.Entries(offset: 88, stride: 8))
        #expect(snapshot.tasks.map(\.node) == [5])
        #expect(snapshot.task(ofNode: 4) == nil)
        let task = try #require(snapshot.task(ofNode: 5))
        #expect(task.id == 0x1_0000_0007)
        #expect(task.state == .suspended && task.isCancelled && !task.isChild && !task.hasCancellationHandler)
        #expect(task.waitsFor == (.executor, 0))
        #expect(task.awaitedAddress == 0x1000)
        #expect(task.parent == nil)
        #expect(Array(snapshot.frames(of: task)) == [0x11A00, 0x11B00])
        #expect(snapshot.value(ofEdge: 0) == nil)
        let value = try #require(snapshot.value(ofEdge: 2))
        #expect(value.type == 1 && value.offset == 24)
        #expect(snapshot.nodes.indices.map(snapshot.contentType) == [1, 1, 0, 4, 5, 6])
        #expect(snapshot.node(at: 0x2000) == 2)
        #expect(snapshot.node(at: 0x2008) == nil)
        #expect(snapshot.node(at: 0xFFFF) == nil)
    }

    @Test func `A census has raw blocks by stack and birth, and the contents of containers`() throws {
        let census = HeapCensus(try HeapSnapshot(SnapshotBuilder.example().file))
        let raw = census.rows.filter { $0.type == .rawMemory }
        #expect(raw.map(\.count) == [2, 1] && raw.map(\.bytes) == [80, 24] && raw.map(\.birth) == [2, 3])
        let makers = raw.map { row in row.stack.map { census.stacks[$0].frames[0].module } }
        #expect(makers == ["/opt/app/plugin-1.so", nil])
        #expect(census.rows.compactMap(\.contents) == [ContainerContents(used: 16, capacity: 48)])
    }

    @Test func `The file of an older library, without raw rows and containers, is read`() throws {
        var builder = SnapshotBuilder.example()
        for section in [20, 21] as [UInt32] { builder.remove(section: section) }
        let snapshot = try HeapSnapshot(builder.file)
        #expect(snapshot.rawRows.isEmpty && snapshot.contents.isEmpty && snapshot.rows.count == 6)
    }

    @Test func `Hash tables are found by their nodes, those of sets without values`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let type = builder.type("Swift._SetStorage<Swift.Int>")
        for node in UInt32(0)..<20 {
            builder.node(0x1000 + UInt64(node) * 0x100, bytes: 80, type: type)
            if node % 3 == 1 { builder.hashTable(node, buckets: 2, keys: (64, 8)) }
        }
        let snapshot = try HeapSnapshot(builder.file)
        for node in snapshot.nodes.indices {
            let table = snapshot.hashTable(ofNode: node)
            #expect((table != nil) == (node % 3 == 1))
            #expect(table?.values == nil)
        }
    }

    @Test func `A file without sections is an empty heap`() throws {
        let snapshot = try HeapSnapshot(SnapshotBuilder().file)
        #expect(snapshot.rows.isEmpty && snapshot.nodes.isEmpty)
        #expect(HeapCensus(snapshot).rows.isEmpty)
    }

    @Test func `A snapshot without a search for functions says so`() throws {
        var builder = SnapshotBuilder.example()
        #expect(try HeapSnapshot(builder.file).traceNote == nil)
        builder.remove(section: 12)
        let snapshot = try HeapSnapshot(builder.file)
        #expect(!snapshot.hasFunctions)
        #expect(snapshot.traceNote?.contains("scripts/heap-library") == true)
    }

    @Test func `A section of unknown kind is skipped`() throws {
        var builder = SnapshotBuilder.example()
        builder.add(to: 99, Item().word(1).word(2).word(3))
        #expect(try HeapSnapshot(builder.file) == HeapSnapshot(SnapshotBuilder.example().file))
    }

    @Test func `A census has the frames of the modules of the stack's epoch`() throws {
        let census = HeapCensus(try HeapSnapshot(SnapshotBuilder.example().file))
        #expect(census.cycle == 4)
        #expect(census.pauseSeconds == 0.0015)
        #expect(census.rawBlocks == 1 && census.rawBytes == 100)
        #expect(census.objects == 6)
        #expect(census.deinitialised == 1)
        let sessions = census.rows.filter { $0.type == HeapType(name: "App.Session", kind: .object) }
        #expect(sessions.map(\.count) == [2, 1, 1])
        #expect(sessions.map(\.birth) == [3, 1, 1])
        let stacks = try sessions.map { census.stacks[try #require($0.stack)].frames }
        #expect(stacks[0].map(\.module) == ["/usr/lib/libswiftCore.so", "/opt/app/bin/app", "/opt/app/bin/app"])
        #expect(stacks[0].map(\.offset) == [0x1234, 0x1500, 0x1600])
        #expect(stacks[0].map(\.buildID) == [nil, "c0ffee", "c0ffee"])
        #expect(stacks[1].map(\.module) == ["/opt/app/plugin-1.so", "/opt/app/bin/app"])
        #expect(stacks[2].map(\.module) == ["/opt/app/plugin-2.so", "/opt/app/bin/app"])
        let controllers = census.rows.filter { $0.type.name == "App.Controller" }
        #expect(
            controllers == [
                HeapRow(
                    type: HeapType(name: "App.Controller", kind: .object), state: .deinitialised, count: 1, bytes: 24)
            ])
    }

    @Test func `Rows of types with one name and kind are added up`() throws {
        var builder = SnapshotBuilder()
        builder.module("/app", bias: 0, 0x1000..<0x2000)
        let (first, second) = (builder.type("App.A"), builder.type("App.A"))
        let box = builder.type("App.A", .box)
        let (one, same) = (builder.stack([0x1100]), builder.stack([0x1100], epoch: 1))
        builder.row(first, stack: one, objects: 2, bytes: 10)
        builder.row(second, stack: same, objects: 3, bytes: 20)
        builder.row(box, stack: one, objects: 5, bytes: 30)
        let census = HeapCensus(try HeapSnapshot(builder.file))
        #expect(census.rows.map(\.count) == [5, 5])
        #expect(census.rows.map(\.bytes) == [30, 30])
        #expect(census.rows.map(\.type.kind) == [.object, .box])
        #expect(census.stacks.count == 1)
    }

    @Test func `Of modules at one address, the one of the epoch is named`() throws {
        let modules: [(name: String, addresses: Range<UInt64>, epochs: Range<UInt32>)] = [
            ("/large", 0x1000..<0x9000, 0..<2), ("/first", 0x2000..<0x3000, 2..<4), ("/second", 0x2000..<0x2800, 4..<5),
            ("/third", 0x2000..<0x4000, 6..<9), ("/other", 0x3000..<0x3800, 2..<5), ("/late", 0x1800..<0x8000, 9..<10),
        ]
        var builder = SnapshotBuilder()
        for module in modules { builder.module(module.name, bias: 0, module.addresses, epochs: module.epochs) }
        let addresses = Array(stride(from: UInt64(0x800), to: 0x9800, by: 0x900))
        let type = builder.type("App.A")
        for epoch in UInt32(0)..<11 { builder.row(type, stack: builder.stack(addresses, epoch: epoch), birth: epoch) }
        let snapshot = try HeapSnapshot(builder.file)
        let census = HeapCensus(snapshot)
        #expect(census.rows.count == 11)
        for (row, epoch) in zip(census.rows, UInt32(0)...) {
            let names = census.stacks[try #require(row.stack)].frames.map(\.module)
            let expected = addresses.map { address in
                modules.first { $0.addresses.contains(address) && $0.epochs.contains(epoch) }?.name ?? ""
            }
            #expect(names == expected, "epoch \(epoch)")
        }
    }

    @Test func `A stack ends at the first frame in the heap tier, which is a stale word`() throws {
        var builder = SnapshotBuilder()
        builder.module("/app", bias: 0, 0x1000..<0x2000)
        builder.module("/opt/outlive/liboutlive_heap.so", bias: 0, 0x3000..<0x4000)
        builder.row(builder.type("App.A"), stack: builder.stack([0x1010, 0x1020, 0x3010, 0x1030]))
        let census = HeapCensus(try HeapSnapshot(builder.file))
        #expect(census.stacks.first?.frames.map(\.offset) == [0x1010, 0x1020])
    }

    @Test func `An address that no module covers stays an address`() throws {
        var builder = SnapshotBuilder()
        builder.module("/app", bias: 0, 0x1000..<0x2000)
        builder.row(builder.type("App.A"), stack: builder.stack([0x2000, 0xFFF, 0x1FFF]))
        let census = HeapCensus(try HeapSnapshot(builder.file))
        #expect(census.stacks.first?.frames.map(\.module) == ["", "", "/app"])
        #expect(census.stacks.first?.frames.map(\.offset) == [0x2000, 0xFFF, 0x1FFF])
    }
}
