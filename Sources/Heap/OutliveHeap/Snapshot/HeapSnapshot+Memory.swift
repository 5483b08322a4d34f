internal import OutliveModel

extension HeapSnapshot {
    /// The use of resident memory, in a snapshot that was ordered with it.
    package struct Memory: Hashable, Sendable {
        var mappings: [Mapping]
        var allocator: [AllocatorUse]
        /// `true` if the allocator could be read.
        var hasAllocator: Bool
        var uses: [BlockUse]
        var figures: [UInt32: Int]

        func figure(_ figure: Figure) -> Int { figures[figure.rawValue] ?? 0 }
    }

    enum MappingKind: UInt32 {
        /// Anonymous memory that is neither a heap nor a stack.
        case other
        /// The heap that grows by `brk`.
        case heap
        /// A heap of another arena.
        case arena
        case stack
        case file
        case shared
        case kernel
    }

    struct Mapping: Hashable, Sendable {
        var path: String
        var bytes: Int
        var resident: Int
        /// The resident bytes that the process changed, and that are its alone.
        var dirty: Int
        var swapped: Int
        var kind: MappingKind

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            path = try item.text(0)
            bytes = try item.size(16)
            resident = try item.size(24)
            dirty = try item.size(32)
            swapped = try item.size(48)
            kind = try item.value(56, "kind of mapping")
        }
    }

    enum AllocatorUseKind: UInt32 {
        case live = 1
        case headers, caches, fast, bins, top, management
        /// The free memory in pages that also contain live blocks.
        case kept
        /// What `malloc_trim` would return.
        case trim
        case keptCaches, keptFast, keptBins
    }

    struct AllocatorUse: Hashable, Sendable {
        var kind: AllocatorUseKind
        /// The number of the arena, 0 for the main one, or `HeapSnapshot.none` for mappings of single blocks.
        var arena: UInt32
        var bytes: Int
        var count: Int

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            kind = try item.value(0, "use of the allocator's memory")
            arena = item.word(4)
            bytes = try item.size(8)
            count = try item.size(16)
        }
    }

    /// The memory of the blocks of a type and an allocation stack.
    struct BlockUse: Hashable, Sendable {
        /// The index of the type, or `HeapSnapshot.none` for blocks that are no objects.
        var type: UInt32
        var stack: UInt32
        var blocks: Int
        var resident: Int
        /// The number of blocks in mostly free pages, and the free bytes there.
        var keeping: Int
        var kept: Int

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            type = try item.index(0, in: .types, "type", isOptional: true)
            stack = try item.index(4, in: .stacks, "stack", isOptional: true)
            blocks = try item.size(8)
            resident = try item.size(24)
            keeping = try item.size(32)
            kept = try item.size(40)
        }
    }

    enum Figure: UInt32 {
        case pageTables = 1
        case swap, peak, threads, arenas, caches, isMeasured
    }
}

extension HeapSnapshot.Memory {
    /// Reads the sections of the memory.
    ///
    /// - Returns: `nil` if the file has none.
    init?(_ file: SnapshotReader) throws(HeapSnapshotError) {
        guard file.has(.mappings) else { return nil }
        mappings = try file.items(.mappings, HeapSnapshot.Mapping.init)
        hasAllocator = file.has(.allocator)
        allocator = try file.items(.allocator, HeapSnapshot.AllocatorUse.init)
        uses = try file.items(.uses, HeapSnapshot.BlockUse.init)
        // So that no sum of them overflows.
        let largest =
            mappings.map { max($0.bytes, $0.resident, $0.dirty, $0.swapped) }
            + allocator.map { max($0.bytes, $0.count) } + uses.map { max($0.blocks, $0.resident, $0.keeping, $0.kept) }
        guard largest.reduce(0, { $0 + Double($1) }) < 0x1p56 else {
            throw HeapSnapshotError("the numbers of the memory are too large", at: file.offset(of: 0, in: .mappings))
        }
        let pairs = try file.items(.figures) { item throws(HeapSnapshotError) in (item.word(0), try item.size(8)) }
        figures = Dictionary(pairs) { first, _ in first }
    }
}

extension SnapshotItem {
    /// Returns a number of bytes or items.
    func size(_ offset: Int) throws(HeapSnapshotError) -> Int {
        let number = try number(offset)
        guard number < 1 << 48 else { throw error("the number \(number) is too large", offset) }
        return min(number, 1 << 48)
    }
}
