package import OutliveModel

/// The live Swift objects of a snapshot, or some of them, grouped by type.
package struct LiveObjects: Sendable {
    /// The live objects of one type.
    package struct OfType: Sendable {
        /// The type of the objects.
        package var type: HeapType
        /// The indices of their nodes, in ascending order.
        package var nodes: [Int]
        /// The sum of their own sizes in bytes.
        package var bytes: Int
    }

    /// The types with at least one object, most bytes first.
    package let types: [OfType]

    /// Finds the live objects of a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot with a graph.
    ///   - pattern: The types to include, or `nil` for all.
    ///   - isWanted: Returns `true` if the node at an index is included.
    /// - Complexity: O(nodes).
    package init(
        _ snapshot: HeapSnapshot, of pattern: TypePattern? = nil, where isWanted: (Int) -> Bool = { _ in true }
    ) {
        var places: [HeapType: Int] = [:]
        var found: [OfType] = []
        // Two types of a file can have the same name.
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
    /// Returns the leak traces of the objects, with the causes that a soak would report.
    ///
    /// These objects and the nodes that grow with them are treated as leaking. Looking up names blocks the calling
    /// thread.
    ///
    /// - Parameter snapshot: The snapshot that contains the objects, with a graph.
    package func traces(in snapshot: HeapSnapshot, names: any AddressNames) -> [TypeTraces] {
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

/// Growth inferred from a single snapshot: blocks of one type and stack born in most ended cycles after warm-up.
struct InferredGrowth {
    /// The growing nodes, grouped by type and stack.
    let classes: [[Int]]

    private static let warmup: UInt32 = 2

    /// Infers the growth of a snapshot.
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
