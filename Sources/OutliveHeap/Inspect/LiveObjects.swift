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
    /// What keeps them alive, with the causes that a soak would report: none of them is meant to live, nor is what grows
    /// with them.
    ///
    /// Blocks the calling thread while names are looked up.
    ///
    /// - Parameter snapshot: the one that they are in, with a graph.
    public func traces(in snapshot: HeapSnapshot, names: any AddressNames) -> [TypeTraces] {
        let growth = InferredGrowth(snapshot).classes
        let traces = HeapTraces(snapshot, names: names, growing: map(\.nodes) + growth)
        let retentions = traces.retentions(of: map(\.nodes), dying: Set(flatMap(\.nodes)).union(growth.joined()))
        let types = zip(self, retentions).map { type, retention in
            TypeTraces(type: type.type, objects: type.nodes.count, bytes: type.bytes, traces: retention.traces)
        }
        let findings = CauseGrouping(types.map(\.finding), retentions.map(\.entries)).findings
        return zip(types, findings).map { type, finding in
            var type = type
            (type.traces, type.victimOf) = (finding.traces, finding.victimOf)
            return type
        }
    }
}

/// What seems to grow, from a single snapshot: blocks of one type and stack that were born in most of the ended cycles after
/// warm-up.
struct InferredGrowth {
    /// The nodes that seem to grow, by type and stack.
    let classes: [[Int]]

    /// The cycles that are taken for warm-up.
    private static let warmup: UInt32 = 2

    /// Finds them.
    ///
    /// - Complexity: O(nodes).
    init(_ snapshot: HeapSnapshot) {
        let cycles = snapshot.header.cycle
        guard cycles >= Self.warmup + UInt32(LiveSeries.risesForLeak) else {
            classes = []
            return
        }
        var groups: [FindingNodes.Making: (nodes: [Int], births: Set<UInt32>)] = [:]
        for (index, node) in snapshot.nodes.enumerated()
        where node.birth >= Self.warmup && node.birth < cycles && !node.isDeinitialised {
            let making = FindingNodes.Making(node)
            groups[making, default: ([], [])].nodes.append(index)
            groups[making]!.births.insert(node.birth)
        }
        let most = Int(cycles - Self.warmup) / 2 + 1
        classes = groups.values.filter { $0.births.count >= Swift.max(most, LiveSeries.risesForLeak) }.map(\.nodes)
            .sorted { $0[0] < $1[0] }
    }
}
