package import OutliveModel

extension SnapshotReport {
    /// Adds retained sizes to the types, sorts the types by them, and lists the blocks that retain the most.
    ///
    /// An object retained by another one of the same type counts once for the type.
    ///
    /// - Parameter top: The number of blocks to list: of all blocks, raw ones included, or of `objects` if the report
    ///   has a pattern.
    package mutating func addRetained(
        _ sizes: RetainedSizes, of objects: [LiveObjects], in snapshot: HeapSnapshot, top: Int
    ) {
        let byType = sizes.retainedBytes(ofGroups: objects.map(\.nodes))
        let found = Dictionary(zip(objects.lazy.map(\.type), byType), uniquingKeysWith: { first, _ in first })
        for index in types.indices { types[index].retainedBytes = found[types[index].type] }
        types.sort {
            ($1.retainedBytes ?? 0, $1.bytes, $0.type) < ($0.retainedBytes ?? 0, $0.bytes, $1.type)
        }
        var stacks = AllocationStacks(snapshot)
        let nodes =
            pattern == nil
            ? Self.largest(top, of: snapshot.nodes.indices, sizes)
            : Self.largest(top, of: objects.flatMap(\.nodes), sizes)
        largest = nodes.map { index in
            let node = snapshot.nodes[index]
            return SnapshotObject(
                type: snapshot.types[Int(node.type)].type, address: "0x" + String(node.address, radix: 16),
                bytes: Int(clamping: node.bytes), retainedBytes: sizes.retainedBytes(of: index),
                site: stacks.backtrace(ofStack: node.stack))
        }
    }

    private static func largest(_ count: Int, of nodes: some Sequence<Int>, _ sizes: RetainedSizes) -> [Int] {
        func precedes(_ one: Int, _ other: Int) -> Bool {
            (sizes.retainedBytes(of: other), one) < (sizes.retainedBytes(of: one), other)
        }
        var found: [Int] = []
        for node in nodes {
            if found.count == count, let last = found.last, precedes(last, node) { continue }
            let index = found.firstIndex { precedes(node, $0) } ?? found.count
            found.insert(node, at: index)
            if found.count > count { found.removeLast() }
        }
        return found
    }
}

extension SnapshotFacts {
    /// Creates the facts of a snapshot with a graph.
    package init(_ snapshot: HeapSnapshot, file: String) {
        let header = snapshot.header
        self.init(
            file: file, processID: header.processID, executable: snapshot.modules.first?.path ?? "",
            time: Double(header.time) / 1e9, reason: header.reason, cycle: Int(header.cycle),
            rawBlocks: header.rawBlocks, rawBytes: header.rawBytes, references: snapshot.edges.count,
            isIncomplete: header.isIncomplete || header.isPartial)
        for node in snapshot.nodes where snapshot.types[Int(node.type)].type != nil {
            if node.isDeinitialised {
                deinitialised += 1
            } else {
                objects += 1
                bytes = boundedSum(bytes, Int(node.bytes))
            }
        }
        let kinds: [(HeapSnapshot.Root.Kind, TraceStep.Kind)] = [
            (.global, .global), (.threadLocal, .threadLocal), (.mapping, .memory), (.stack, .stack),
        ]
        roots = kinds.compactMap { kind, step in
            let count = snapshot.roots.count { $0.kind == kind }
            return count > 0 ? Roots(kind: step, count: count) : nil
        }
    }
}
