internal import OutliveModel

/// The rows of blocks: Swift objects and other memory, by address.
struct ObjectRows {
    private let snapshot: HeapSnapshot
    private let paths: RetentionPaths
    private let sizes: RetainedSizes
    private let types: TypeRows
    private let causes: CauseRows
    /// For each node, the one before it on its best path, or `HeapSnapshot.none` where the path begins.
    private let holders: [UInt32]
    private let origins: [SnapshotOrigin]

    init(_ analysed: AnalysedSnapshot, _ types: TypeRows, _ causes: CauseRows) {
        (snapshot, paths, sizes) = (analysed.snapshot, analysed.paths, analysed.retainedSizes)
        (self.types, self.causes) = (types, causes)
        holders = paths.holders()
        origins = Self.origins(paths, holders)
    }

    func insert(into database: SQLiteDatabase) throws(SQLiteError) {
        try database.insert(into: "object", columns: 13) { row throws(SQLiteError) in
            for (index, node) in snapshot.nodes.enumerated() {
                let edge = paths.edge(to: index)
                try row([
                    .integer(snapshot.key(ofNode: index)), .integer(types[node.type]), SQLiteValue(node.bytes),
                    .integer(sizes.retainedBytes(of: index)), key(of: sizes.dominators[index]),
                    key(of: holders[index]), SQLiteValue(edge.map { Int(snapshot.edges[$0].offset) }),
                    .integer(origins[index].rawValue), SQLiteValue(StackRows.id(of: node.stack)),
                    SQLiteValue(node.birth), hasElements(node) ? SQLiteValue(node.elements) : .null,
                    SQLiteValue(causes[index]), SQLiteValue(node.isDeinitialised),
                ])
            }
        }
    }

    private func key(of node: UInt32) -> SQLiteValue {
        node == HeapSnapshot.none ? .null : .integer(snapshot.key(ofNode: Int(node)))
    }

    /// Returns `true` for the storage of arrays, dictionaries and sets, in which the number of elements is.
    private func hasElements(_ node: HeapSnapshot.Node) -> Bool {
        let type = snapshot.types[Int(node.type)]
        return type.elementStride > 0 || type.isHashTable
    }

    /// Returns the origin of the best path to each node.
    private static func origins(_ paths: RetentionPaths, _ holders: [UInt32]) -> [SnapshotOrigin] {
        var found = [SnapshotOrigin?](repeating: nil, count: holders.count)
        for node in holders.indices {
            // Up to a node whose origin is known, then back down.
            var (way, above) = ([Int](), node)
            while found[above] == nil, holders[above] != HeapSnapshot.none {
                way.append(above)
                above = Int(holders[above])
            }
            let origin = found[above] ?? SnapshotOrigin(paths.origin(at: above), paths.graph.snapshot)
            found[above] = origin
            for node in way { found[node] = origin }
        }
        return found.map { $0 ?? .none }
    }
}

extension SnapshotOrigin {
    fileprivate init(_ origin: HeapPath.Origin, _ snapshot: HeapSnapshot) {
        self =
            switch origin {
            case .root(let index): SnapshotOrigin(snapshot.roots[index].kind)
            case .task: .task
            case .cycle: .cycle
            case .unheld: .none
            }
    }
}

extension HeapSnapshot {
    /// Returns the key of a node's row: its address.
    func key(ofNode node: Int) -> Int { Int(truncatingIfNeeded: nodes[node].address) }
}
