package import OutliveModel
internal import OutliveSupport

/// The live Swift objects of one type in a snapshot, or some of them.
package struct LiveObjects: Sendable {
    package var type: HeapType
    /// The nodes of the objects, as indices in the snapshot, in ascending order.
    package var nodes: [Int]
    /// The sum of the objects' own sizes in bytes.
    package var bytes: Int
}

extension HeapSnapshot {
    /// Returns the live objects of a snapshot with a graph by type, most bytes first.
    ///
    /// - Parameters:
    ///   - pattern: The types to include, or `nil` for all.
    ///   - isIncluded: Returns `true` for the nodes to include.
    package func liveObjects(
        of pattern: TypePattern? = nil, where isIncluded: (Int) -> Bool = { _ in true }
    ) -> [LiveObjects] {
        let numbers = typeNumbers
        var found = types.map { item in
            item.type.flatMap { type in
                pattern?.matches(type) ?? true ? LiveObjects(type: type, nodes: [], bytes: 0) : nil
            }
        }
        for (index, node) in nodes.enumerated() {
            let number = Int(numbers[Int(node.type)])
            guard found[number] != nil, !node.isDeinitialised, isIncluded(index) else { continue }
            found[number]!.nodes.append(index)
            found[number]!.bytes = boundedSum(found[number]!.bytes, Int(node.bytes))
        }
        return found.compactMap(\.self).filter { !$0.nodes.isEmpty }.sorted {
            ($1.bytes, $1.nodes.count, $0.type) < ($0.bytes, $0.nodes.count, $1.type)
        }
    }
}

extension [LiveObjects] {
    /// Returns the leak traces of the objects, with the causes that a soak would report.
    ///
    /// These objects and the nodes that grow with them are treated as leaking. Looking up names blocks the calling
    /// thread.
    package func traces(in analysed: AnalysedSnapshot) -> [TypeTraces] {
        let growth = inferredGrowth(in: analysed.snapshot)
        let traces = HeapTraces(analysed, growing: map(\.nodes) + growth)
        let retentions = traces.retentions(of: map(\.nodes), leaking: Set(flatMap(\.nodes)).union(growth.joined()))
        let types = zip(self, retentions).map { type, retention in
            TypeTraces(type: type.type, objects: type.nodes.count, bytes: type.bytes, traces: retention.traces)
        }
        let findings = CauseGrouping(types.map(\.finding), retentions).findings
        return zip(types, findings).map { type, finding in
            var type = type
            (type.traces, type.victimOf) = (finding.traces, finding.victimOf)
            return type
        }
    }
}

/// Returns the growth inferred from a single snapshot: the blocks of one type and stack born in most ended cycles after
/// warm-up, by type and stack.
func inferredGrowth(in snapshot: HeapSnapshot) -> [[Int]] {
    let (cycles, warmup) = (snapshot.header.cycle, UInt32(2))
    guard cycles >= warmup + UInt32(LiveSeries.risesForLeak) else { return [] }
    var groups: [HeapSnapshot.CensusRow: (nodes: [Int], births: Set<UInt32>)] = [:]
    for (index, node) in snapshot.nodes.enumerated()
    where node.birth >= warmup && node.birth < cycles && !node.isDeinitialised {
        let group = HeapSnapshot.CensusRow(of: node)
        groups[group, default: ([], [])].nodes.append(index)
        groups[group]!.births.insert(node.birth)
    }
    let minimum = max(Int(cycles - warmup) / 2 + 1, LiveSeries.risesForLeak)
    return groups.values.filter { $0.births.count >= minimum }.map(\.nodes).sorted { $0[0] < $1[0] }
}

/// A pattern for type names: a full name, its end after a dot, or text in which `*` stands for any characters.
package struct TypePattern: Hashable, Sendable {
    private let patterns: [Wildcards]

    /// Creates a pattern, for example `App.Session`, `Session`, `*Cache`, `[String: Session]` or `closure (*Session*)`.
    package init(_ text: String) { patterns = [Wildcards(text), Wildcards("*." + text)] }

    /// Returns `true` if the pattern matches the name of a type, with or without its kind, or its label in lists.
    package func matches(_ type: HeapType) -> Bool {
        [type.name, type.description, type.label].contains { name in patterns.contains { $0.match(name) } }
    }
}
