package import OutliveModel
internal import OutliveSupport

extension MemoryBreakdown {
    /// Creates the breakdown of a snapshot, or returns `nil` if it was not ordered with the use of memory.
    package init?(_ snapshot: HeapSnapshot) {
        guard let memory = snapshot.memory else { return nil }
        self.init(
            processID: snapshot.header.processID, executable: snapshot.modules.first?.path ?? "",
            time: Double(snapshot.header.time) / 1e9, isMeasured: memory.figure(.isMeasured) > 0,
            hasAllocator: memory.hasAllocator, free: FreeMemory(memory), threads: memory.figure(.threads),
            swapped: memory.figure(.swap), pageTables: memory.figure(.pageTables), peak: memory.figure(.peak))
        let live = Self.liveParts(of: snapshot, memory)
        let taken = memory.hasAllocator ? memory.allocated : live.reduce(0) { $0 + $1.bytes }
        let modules = Set(snapshot.modules.lazy.map(\.path))
        parts = live + Self.keptParts(memory) + Self.mappedParts(memory, of: modules, without: taken)
        parts.removeAll { $0.bytes == 0 }
    }

    private static func liveParts(of snapshot: HeapSnapshot, _ memory: HeapSnapshot.Memory) -> [MemoryPart] {
        guard memory.hasAllocator else { return [objectsWithoutAllocator(of: snapshot, memory)].compactMap(\.self) }
        var objects: [HeapType: MemoryItem] = [:]
        var blocks: [UInt32: MemoryItem] = [:]
        var stacks = AllocationStacks(snapshot)
        for use in memory.uses {
            if use.type != HeapSnapshot.none, let type = snapshot.types[Int(use.type)].type {
                let item = MemoryItem(name: type.description, module: type.module, count: 0, bytes: 0)
                objects[type, default: item].add(use)
            } else {
                let site = use.stack == HeapSnapshot.none ? nil : stacks.backtrace(ofStack: use.stack).bestSymbol
                let item = MemoryItem(name: site?.function ?? MemoryItem.unknownSite, count: 0, bytes: 0)
                blocks[use.stack, default: item].add(use)
            }
        }
        return [
            part(.objects, objects.values), part(.blocks, blocks.values),
            MemoryPart(.headers, bytes: memory.bytes(.headers, .management)),
        ]
    }

    /// Returns the objects that a scan found, as far as anonymous memory has room for them.
    private static func objectsWithoutAllocator(
        of snapshot: HeapSnapshot, _ memory: HeapSnapshot.Memory
    ) -> MemoryPart? {
        var objects: [HeapType: MemoryItem] = [:]
        for row in snapshot.rows {
            guard let type = snapshot.types[Int(row.type)].type else { continue }
            let item = MemoryItem(name: type.description, module: type.module, count: 0, bytes: 0)
            objects[type, default: item].count += row.count
            objects[type, default: item].bytes = boundedSum(objects[type]?.bytes ?? 0, row.bytes)
        }
        var part = part(.objects, objects.values)
        part.bytes = min(part.bytes, memory.resident(.other) + memory.resident(.heap) + memory.resident(.arena))
        return part
    }

    private static func keptParts(_ memory: HeapSnapshot.Memory) -> [MemoryPart] {
        let keptFree = memory.bytes(.keptFast, .keptBins)
        return [
            MemoryPart(
                .caches, bytes: memory.bytes(.caches) - memory.bytes(.keptCaches), count: memory.count(.caches)),
            MemoryPart(
                .free, bytes: max(memory.bytes(.bins, .fast) - keptFree, 0), count: memory.count(.bins, .fast)),
            MemoryPart(.fragments, bytes: memory.bytes(.kept), count: memory.count(.kept)),
            MemoryPart(.top, bytes: memory.bytes(.top), count: memory.count(.top)),
        ]
    }

    /// Returns the parts outside the allocator's heaps.
    ///
    /// - Parameters:
    ///   - modules: The paths of the program and its libraries.
    ///   - taken: The bytes of anonymous memory that other parts contain.
    private static func mappedParts(
        _ memory: HeapSnapshot.Memory, of modules: Set<String>, without taken: Int
    ) -> [MemoryPart] {
        let anonymous = memory.resident(.other) + memory.resident(.heap) + memory.resident(.arena)
        let all = memory.mappings.filter { $0.kind == .file }
        let (code, files) = (all.filter { modules.contains($0.path) }, all.filter { !modules.contains($0.path) })
        let stacks = memory.mappings.filter { $0.kind == .stack }
        return [
            MemoryPart(.stacks, bytes: memory.resident(.stack), count: stacks.count),
            byPath(.variables, code) { $0.dirty },
            byPath(.changedFiles, files) { $0.dirty },
            byPath(.code, code) { max($0.resident - $0.dirty, 0) },
            byPath(.files, files) { max($0.resident - $0.dirty, 0) },
            byPath(.sharedMemory, memory.mappings.filter { $0.kind == .shared }) { $0.resident },
            MemoryPart(.other, bytes: max(anonymous - taken, 0)),
            MemoryPart(.kernel, bytes: memory.resident(.kernel)),
        ]
    }

    private static func byPath(
        _ kind: MemoryPart.Kind, _ mappings: [HeapSnapshot.Mapping], _ bytes: (HeapSnapshot.Mapping) -> Int
    ) -> MemoryPart {
        var items: [String: MemoryItem] = [:]
        for mapping in mappings where bytes(mapping) > 0 {
            let name = mapping.path.isEmpty ? "without a file" : mapping.path
            items[name, default: MemoryItem(name: name, count: 0, bytes: 0)].count += 1
            items[name]?.bytes += bytes(mapping)
        }
        return part(kind, items.values, count: items.count)
    }

    private static func part(
        _ kind: MemoryPart.Kind, _ items: some Collection<MemoryItem>, count: Int? = nil
    ) -> MemoryPart {
        MemoryPart(
            kind, bytes: items.reduce(0) { boundedSum($0, $1.bytes) },
            count: count ?? items.reduce(0) { boundedSum($0, $1.count) },
            items: items.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) })
    }
}

extension MemoryItem {
    fileprivate mutating func add(_ use: HeapSnapshot.BlockUse) {
        count += use.blocks
        bytes += use.resident
        pinned += use.kept
        pins += use.keeping
    }
}

extension HeapSnapshot.Memory {
    fileprivate func resident(_ kind: HeapSnapshot.MappingKind) -> Int {
        mappings.lazy.filter { $0.kind == kind }.reduce(0) { $0 + $1.resident }
    }

    /// Returns the bytes of some uses of the allocator's memory in all arenas.
    fileprivate func bytes(_ kinds: HeapSnapshot.AllocatorUseKind...) -> Int {
        allocator.reduce(0) { $0 + (kinds.contains($1.kind) ? $1.bytes : 0) }
    }

    /// Returns the number of pieces of some uses of the allocator's memory in all arenas.
    fileprivate func count(_ kinds: HeapSnapshot.AllocatorUseKind...) -> Int {
        allocator.reduce(0) { $0 + (kinds.contains($1.kind) ? $1.count : 0) }
    }

    /// The bytes of all disjoint uses of the allocator's memory.
    fileprivate var allocated: Int { bytes(.live, .headers, .caches, .fast, .bins, .top, .management) }
}

extension FreeMemory {
    fileprivate init?(_ memory: HeapSnapshot.Memory) {
        guard memory.hasAllocator else { return nil }
        var others = memory
        others.allocator.removeAll { $0.arena == 0 || $0.arena == HeapSnapshot.none }
        self.init(
            arenas: memory.figure(.arenas), outsideMain: others.bytes(.bins, .fast, .caches, .top),
            chunks: memory.count(.bins, .fast), chunkBytes: memory.bytes(.bins, .fast),
            sharedPages: memory.count(.kept), trim: memory.bytes(.trim))
    }
}
