package import OutliveModel

extension SnapshotFacts {
    /// Creates the facts of a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot with a graph.
    ///   - file: The path of its file.
    /// - Complexity: O(nodes + roots).
    package init(_ snapshot: HeapSnapshot, file: String) {
        let header = snapshot.header
        self.init(
            file: file, processID: header.processID, executable: snapshot.modules.first?.path ?? "",
            time: Double(header.time) / 1e9, reason: header.reason, cycle: Int(header.cycle),
            rawBlocks: header.rawBlocks, rawBytes: header.rawBytes, references: snapshot.edges.count,
            isIncomplete: header.isIncomplete)
        for node in snapshot.nodes where snapshot.types[Int(node.type)].type != nil {
            if node.isDeinitialised {
                deinitialised += 1
            } else {
                objects += 1
                bytes += Int(node.bytes)
            }
        }
        var counts: [HeapSnapshot.Root.Kind: Int] = [:]
        for root in snapshot.roots { counts[root.kind, default: 0] += 1 }
        roots = [HeapSnapshot.Root.Kind.global, .threadLocal, .mapping, .stack].compactMap { kind in
            counts[kind].map { Roots(kind: kind.step, count: $0) }
        }
    }
}

extension HeapSnapshot.Root.Kind {
    /// The kind of step for such a root in a leak trace.
    fileprivate var step: TraceStep.Kind {
        switch self {
        case .global: .global
        case .stack: .stack
        case .threadLocal: .threadLocal
        case .mapping: .memory
        }
    }
}
