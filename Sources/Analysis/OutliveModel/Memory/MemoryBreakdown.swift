/// The resident memory of a process at one moment, as a sum of disjoint parts.
package struct MemoryBreakdown: Codable, Hashable, Sendable {
    package var processID: Int32
    /// The path of the executable; empty if it is unknown.
    package var executable: String
    /// The moment, in seconds since 1970.
    package var time: Double
    /// `true` if the kernel counted the resident memory; in a core file it is estimated from the contents.
    package var isMeasured: Bool
    /// `true` if the inside of the allocator is known, so that free memory is separate from live blocks.
    package var hasAllocator: Bool
    /// The parts that are not empty, in the order of a report.
    package var parts: [MemoryPart]
    /// The free memory of the allocator, or `nil` if it is unknown.
    package var free: FreeMemory?
    /// The number of threads.
    package var threads: Int
    /// The bytes of memory that is not resident, but belongs to the process.
    package var swapped: Int
    package var pageTables: Int
    /// The highest number of resident bytes so far, or 0 if it is unknown.
    package var peak: Int

    package init(
        processID: Int32, executable: String = "", time: Double = 0, isMeasured: Bool = true, hasAllocator: Bool = true,
        parts: [MemoryPart] = [], free: FreeMemory? = nil, threads: Int = 1, swapped: Int = 0, pageTables: Int = 0,
        peak: Int = 0
    ) {
        (self.processID, self.executable, self.time, self.isMeasured) = (processID, executable, time, isMeasured)
        (self.hasAllocator, self.parts, self.free, self.threads) = (hasAllocator, parts, free, threads)
        (self.swapped, self.pageTables, self.peak) = (swapped, pageTables, peak)
    }

    /// The resident bytes: the sum of all parts.
    package var resident: Int { parts.reduce(0) { boundedSum($0, $1.bytes) } }

    /// Returns the bytes of a part, 0 if there is none.
    package subscript(kind: MemoryPart.Kind) -> Int { part(kind)?.bytes ?? 0 }

    package func part(_ kind: MemoryPart.Kind) -> MemoryPart? { parts.first { $0.kind == kind } }

    /// The bytes of live blocks.
    package var live: Int { boundedSum(self[.objects], self[.blocks]) }
    /// The bytes that the allocator keeps for later blocks.
    package var kept: Int {
        [MemoryPart.Kind.caches, .free, .fragments, .top].reduce(0) { boundedSum($0, self[$1]) }
    }
}

/// A part of the resident memory of a process.
package struct MemoryPart: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Live Swift objects.
        case objects
        /// Other live blocks from the allocator.
        case blocks
        /// The headers of blocks and the arenas of the allocator.
        case headers
        /// Freed blocks in the caches of threads, in pages without live blocks.
        case caches
        /// Other free memory between the blocks, in pages without live blocks.
        case free
        /// Free memory in pages that also contain a live block.
        case fragments
        /// The unused ends of the allocator's heaps.
        case top
        case stacks
        /// The global variables of the program and its libraries, and their other changed pages.
        case variables
        /// Pages of other mapped files that the process changed.
        case changedFiles
        /// Unchanged pages of programs and libraries, which the kernel can drop.
        case code
        /// Unchanged pages of other mapped files.
        case files
        case sharedMemory
        /// The bookkeeping of the heap tier.
        case heapTier
        /// Anonymous memory that did not come from the allocator, or all of it if the allocator is unknown.
        case other
        /// Pages that the kernel maps into every process.
        case kernel
    }

    package var kind: Kind
    package var bytes: Int
    /// The number of blocks, stacks or files; `nil` if it is unknown.
    package var count: Int?
    /// The division of the part, most bytes first.
    package var items: [MemoryItem]

    package init(_ kind: Kind, bytes: Int, count: Int? = nil, items: [MemoryItem] = []) {
        (self.kind, self.bytes, self.count, self.items) = (kind, bytes, count, items)
    }
}

/// The memory of a type, an allocation site or a file.
package struct MemoryItem: Codable, Hashable, Sendable {
    /// The name of blocks whose allocation site was not recorded.
    package static let unknownSite = "allocation site not recorded"

    /// The type as in reports, the allocation site, or the path of the file.
    package var name: String
    /// The module that declares the type; `nil` if there is none.
    package var module: String?
    package var count: Int
    /// The resident bytes.
    package var bytes: Int
    /// The free bytes in mostly free pages that its blocks keep resident.
    package var pinned: Int
    /// The number of its blocks in such pages.
    package var pins: Int

    package init(name: String, module: String? = nil, count: Int, bytes: Int, pinned: Int = 0, pins: Int = 0) {
        (self.name, self.module, self.count) = (name, module, count)
        (self.bytes, self.pinned, self.pins) = (bytes, pinned, pins)
    }
}

/// The free memory that an allocator keeps.
package struct FreeMemory: Codable, Hashable, Sendable {
    /// The number of arenas.
    package var arenas: Int
    /// The free bytes in arenas other than the main one.
    package var outsideMain: Int
    /// The number of free chunks, and their bytes.
    package var chunks: Int
    package var chunkBytes: Int
    /// The number of pages that contain free memory and live blocks.
    package var sharedPages: Int
    /// The bytes that `malloc_trim(0)` would return to the system.
    package var trim: Int

    package init(
        arenas: Int, outsideMain: Int = 0, chunks: Int = 0, chunkBytes: Int = 0, sharedPages: Int = 0, trim: Int = 0
    ) {
        (self.arenas, self.outsideMain, self.chunks) = (arenas, outsideMain, chunks)
        (self.chunkBytes, self.sharedPages, self.trim) = (chunkBytes, sharedPages, trim)
    }

    /// The average size of a free chunk in bytes.
    package var chunkSize: Int { chunkBytes / max(chunks, 1) }
}

extension MemoryBreakdown {
    /// Adds what the heap tier of the process has recorded.
    ///
    /// - Parameters:
    ///   - sites: The blocks that are not Swift objects, by allocation site.
    ///   - tierBytes: The bytes of the tier's own tables, which lie in other anonymous memory.
    package mutating func add(sites: [SnapshotType], tierBytes: Int) {
        if let index = parts.firstIndex(where: { $0.kind == .blocks }),
            sites.contains(where: { !$0.site.frames.isEmpty })
        {
            var symbols = BestSymbols()
            parts[index].items = sites.map { site in
                let symbol = symbols.symbol(of: site.site)
                return MemoryItem(
                    name: symbol.map { FunctionName($0.function).brief } ?? MemoryItem.unknownSite,
                    count: site.objects, bytes: site.bytes)
            }
        }
        guard let index = parts.firstIndex(where: { $0.kind == .other }) else { return }
        // Tables are mapped for the worst case, so that not all of them is resident.
        let bytes = min(max(tierBytes, 0), parts[index].bytes)
        guard bytes > 0 else { return }
        parts[index].bytes -= bytes
        parts.insert(MemoryPart(.heapTier, bytes: bytes), at: index)
        parts.removeAll { $0.bytes == 0 }
    }
}
