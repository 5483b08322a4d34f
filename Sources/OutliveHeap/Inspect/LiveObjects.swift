public import OutliveModel

/// The live Swift objects of a snapshot, or some of them, by type.
public struct LiveObjects: Sendable {
    /// The live objects of one type.
    public struct OfType: Sendable {
        /// What they are.
        public var type: HeapType
        /// The indices of their nodes, rising.
        public var nodes: [Int]
        /// Their own bytes.
        public var bytes: Int
    }

    /// The types that have any, the most bytes first.
    public let types: [OfType]

    /// Finds the live objects of a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: with a graph.
    ///   - pattern: of the types that are meant; nil for all.
    ///   - isWanted: whether a node is meant, by its index.
    /// - Complexity: O(nodes).
    public init(
        _ snapshot: HeapSnapshot, of pattern: TypePattern? = nil, where isWanted: (Int) -> Bool = { _ in true }
    ) {
        var places: [HeapType: Int] = [:]
        var found: [OfType] = []
        // Two types of a file may have one name.
        let place = snapshot.types.map { item -> Int? in
            guard let type = item.type, pattern?.matches(type) ?? true else { return nil }
            if let known = places[type] { return known }
            places[type] = found.count
            found.append(OfType(type: type, nodes: [], bytes: 0))
            return found.count - 1
        }
        for (index, node) in snapshot.nodes.enumerated() {
            guard let place = place[Int(node.type)], !node.isDeinitialised, isWanted(index) else { continue }
            found[place].nodes.append(index)
            found[place].bytes += Int(node.bytes)
        }
        types = found.filter { !$0.nodes.isEmpty }.sorted {
            ($1.bytes, $1.nodes.count, $0.type) < ($0.bytes, $0.nodes.count, $1.type)
        }
    }
}

extension [LiveObjects.OfType] {
    /// What keeps them alive: none of them is meant to live.
    ///
    /// Blocks the calling thread while names are looked up.
    public func traces(by traces: HeapTraces) -> [TypeTraces] {
        let types = zip(self, traces.traces(of: map(\.nodes), dying: Set(flatMap(\.nodes)))).map { type, traces in
            TypeTraces(type: type.type, objects: type.nodes.count, bytes: type.bytes, traces: traces)
        }
        return zip(types, withVictims(types.map(\.finding))).map { type, finding in
            var type = type
            type.victimOf = finding.victimOf
            return type
        }
    }
}
