import OutliveHeap
import OutliveModel
import Testing

/// Breakdowns of snapshots made by hand.
struct MemoryBreakdownTests {
    private static let page: UInt64 = 4096

    private static func builder() -> SnapshotBuilder {
        var builder = SnapshotBuilder()
        builder.version = 2
        builder.reason = 4
        builder.module("/bin/app", bias: 0, 0x1000..<0x9000)
        return builder
    }

    private static func mapping(
        _ builder: inout SnapshotBuilder, _ path: String, kind: UInt32, pages: UInt64, dirty: UInt64 = 0
    ) {
        let text = builder.text(path)
        builder.add(
            to: 40,
            Item().text(text).long(0).long(pages * page).long(pages * page).long(dirty * page).long(0).long(0)
                .word(kind).word(3))
    }

    private static func use(
        _ builder: inout SnapshotBuilder, _ use: UInt32, arena: UInt32 = 0, _ bytes: UInt64, _ count: UInt64 = 1
    ) {
        builder.add(to: 41, Item().word(use).word(arena).long(bytes).long(count))
    }

    /// A process with 100 pages, of which the allocator has 60.
    private static func process() -> SnapshotBuilder {
        var builder = builder()
        mapping(&builder, "[heap]", kind: 1, pages: 40, dirty: 40)
        mapping(&builder, "", kind: 2, pages: 20, dirty: 20)
        mapping(&builder, "", kind: 0, pages: 5, dirty: 5)
        mapping(&builder, "[stack]", kind: 3, pages: 4, dirty: 4)
        mapping(&builder, "/bin/app", kind: 4, pages: 10, dirty: 2)
        mapping(&builder, "/data/index", kind: 4, pages: 12, dirty: 3)
        mapping(&builder, "/dev/shm/a", kind: 5, pages: 8)
        mapping(&builder, "[vdso]", kind: 6, pages: 1)
        // In the main arena 40 pages, in the other one 20.
        use(&builder, 1, 20 * page, 50)
        use(&builder, 2, page / 2, 50)
        use(&builder, 3, 2 * page, 9)
        use(&builder, 4, page, 3)
        use(&builder, 5, 10 * page, 5)
        use(&builder, 6, 4 * page)
        use(&builder, 7, page / 2)
        use(&builder, 8, 5 * page, 7)
        use(&builder, 10, page)
        use(&builder, 11, page)
        use(&builder, 12, 3 * page)
        use(&builder, 9, 11 * page, 2)
        use(&builder, 1, arena: 1, 12 * page, 10)
        use(&builder, 5, arena: 1, 8 * page, 4)
        use(&builder, 6, arena: 1, 2 * page)
        let type = builder.type("App.Session", size: 48)
        builder.add(to: 43, Item().word(type).word(.max).long(20).long(20 * page).long(20 * page).long(2).long(500))
        builder.add(to: 43, Item().word(.max).word(.max).long(40).long(12 * page).long(12 * page).long(0).long(0))
        for (kind, value) in [(UInt32(1), 777), (2, 5), (3, 500_000), (4, 3), (5, 2), (7, 1)] as [(UInt32, UInt64)] {
            builder.add(to: 42, Item().word(kind).word(0).long(value))
        }
        return builder
    }

    @Test func `Each part has its pages, and the parts add up to all of them`() throws {
        let memory = try #require(MemoryBreakdown(try HeapSnapshot(Self.process().file)))
        let pages = Dictionary(uniqueKeysWithValues: memory.parts.map { ($0.kind, $0.bytes / Int(Self.page)) })
        let expected: [MemoryPart.Kind: Int] = [
            .objects: 20, .blocks: 12, .headers: 1, .caches: 1, .free: 15, .fragments: 5, .top: 6, .stacks: 4,
            .variables: 2, .changedFiles: 3, .code: 8, .files: 9, .sharedMemory: 8, .other: 5, .kernel: 1,
        ]
        #expect(pages == expected)
        #expect(memory.resident == 100 * Int(Self.page))
        #expect(memory.parts.map(\.kind) == MemoryPart.Kind.allCases.filter { expected[$0] != nil })
        #expect(memory.threads == 3 && memory.swapped == 5 && memory.pageTables == 777 && memory.peak == 500_000)
        #expect(memory.isMeasured && memory.hasAllocator)
    }

    @Test func `Live objects are divided by type, with the pages that they pin`() throws {
        let memory = try #require(MemoryBreakdown(try HeapSnapshot(Self.process().file)))
        let item = try #require(memory.part(.objects)?.items.first)
        #expect(item.name == "App.Session" && item.module == "App")
        #expect(item.count == 20 && item.pins == 2 && item.pinned == 500)
        #expect(memory.part(.blocks)?.items.map(\.name) == [MemoryItem.unknownSite])
    }

    @Test func `Free memory is counted over all arenas`() throws {
        let free = try #require(try MemoryBreakdown(HeapSnapshot(Self.process().file))?.free)
        #expect(free.arenas == 2 && free.outsideMain == 10 * Int(Self.page))
        #expect(free.chunks == 12 && free.chunkBytes == 19 * Int(Self.page))
        #expect(free.sharedPages == 7 && free.trim == 11 * Int(Self.page))
    }

    @Test func `Without the allocator its memory is one part`() throws {
        var builder = Self.builder()
        Self.mapping(&builder, "[heap]", kind: 1, pages: 40)
        Self.mapping(&builder, "", kind: 0, pages: 60)
        let session = builder.type("App.Session")
        builder.row(session, objects: 3, bytes: 6 * Self.page)
        builder.row(session, birth: 1, objects: 2, bytes: 4 * Self.page)
        let memory = try #require(MemoryBreakdown(try HeapSnapshot(builder.file)))
        #expect(!memory.hasAllocator && memory.free == nil)
        #expect(memory[.objects] == 10 * Int(Self.page) && memory[.other] == 90 * Int(Self.page))
    }

    @Test func `A snapshot without the sections has no breakdown`() throws {
        #expect(MemoryBreakdown(try HeapSnapshot(Self.builder().file)) == nil)
    }

    @Test func `Numbers and indices out of range are refused`() {
        var builder = Self.builder()
        Self.mapping(&builder, "", kind: 7, pages: 1)
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
        builder = Self.builder()
        Self.mapping(&builder, "", kind: 0, pages: 1)
        Self.use(&builder, 1, UInt64.max)
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
        builder = Self.builder()
        Self.mapping(&builder, "", kind: 0, pages: 1)
        for _ in 0..<300 { Self.use(&builder, 1, (1 << 48) - 1) }
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
        builder = Self.builder()
        Self.mapping(&builder, "", kind: 0, pages: 1)
        builder.add(to: 43, Item().word(9).word(.max).long(1).long(1).long(1).long(0).long(0))
        #expect(throws: HeapSnapshotError.self) { try HeapSnapshot(builder.file) }
    }
}
