internal import OutliveModel

/// The references from nodes that do not grow to growing nodes, weighted so that the most likely cause of the growth is
/// the cheapest start of a path.
///
/// References are alike if they are at the same place in holders of the same type. References that reach at least half
/// of the nodes of a finding explain it. References that reach only a few may be stale words, or belong to a request in
/// progress. Of the references that explain a finding, the one nearest to an object of the program comes first.
struct GrowthEntrances {
    /// The starts of paths to growing nodes.
    private(set) var starts: [PathSearch.Start] = []

    /// The additional cost of a path whose first reference explains no finding.
    private static let unlikely = 40
    /// The maximum distance, in references up from the border, at which a holder of the program is searched for.
    private static let reach = 8
    /// The number of distinct labels; all rarer references share the last one.
    private static let labels = 64
    /// The additional cost of a path whose first reference is doubtful, by the raw value of its `ReferenceStrength`.
    private static let doubts = [0, 6, 6, 12]

    private let graph: HeapGraph
    private let arrivals: [UInt32]
    private let isProgram: [Bool]

    private enum Label: Hashable {
        case reference(ReferenceLabel)
        case root(Int)
    }

    private struct Entry {
        var start: PathSearch.Start
        var label: Label
    }

    /// Finds the references.
    ///
    /// - Parameters:
    ///   - growing: The growing nodes.
    ///   - arrivals: For each node, the edge through which its best path from a root arrives if the path avoids growing
    ///     nodes, a number from `firstRoot` on for a root, or `PathSearch.unreached`.
    ///   - firstRoot: The number of the first root.
    ///   - types: For each type of the snapshot, the first type with the same name.
    /// - Complexity: O(nodes + edges), times the number of distinct references that lead to one node.
    init(_ graph: HeapGraph, to growing: GrowingNodes, arrivals: [UInt32], firstRoot: UInt32, types: [UInt32]) {
        (self.graph, self.arrivals) = (graph, arrivals)
        isProgram = graph.snapshot.typesOfProgram
        let entries = Self.entries(graph, growing, arrivals, firstRoot, types)
        var counts: [Label: Int] = [:]
        for entry in entries { counts[entry.label, default: 0] += 1 }
        let frequent = counts.sorted { $0.value > $1.value }.prefix(Self.labels - 1).map(\.key)
        let numbers = Dictionary(uniqueKeysWithValues: frequent.enumerated().map { ($1, $0) })
        let explaining = explaining(entries.map { ($0.start.node, numbers[$0.label] ?? Self.labels - 1) }, growing)
        var hops: [Label: Int] = [:]
        starts = entries.map { entry in
            var start = entry.start
            let isLikely = numbers[entry.label].map { explaining & 1 << UInt64($0) != 0 } ?? false
            let distance = hops[entry.label] ?? programHops(start, firstRoot)
            hops[entry.label] = distance
            start.cost += distance + (isLikely ? 0 : Self.unlikely)
            return start
        }
    }

    private static func entries(
        _ graph: HeapGraph, _ growing: GrowingNodes, _ arrivals: [UInt32], _ firstRoot: UInt32,
        _ types: [UInt32]
    ) -> [Entry] {
        let snapshot = graph.snapshot
        let (nodes, edges, holds) = (snapshot.nodes, snapshot.edges, graph.holds)
        var entries: [Entry] = []
        for node in nodes.indices where arrivals[node] != PathSearch.unreached && !growing.contains(node) {
            for edge in nodes[node].edges where holds[edge] != .none {
                let target = edges[edge].target
                guard growing.contains(Int(target)), arrivals[Int(target)] == PathSearch.unreached else { continue }
                entries.append(
                    Entry(
                        start: PathSearch.Start(
                            node: target, arrival: UInt32(edge),
                            cost: doubt(holds[edge], to: snapshot.types[Int(nodes[Int(target)].type)])),
                        label: .reference(ReferenceLabel(edge, from: node, snapshot, types: types))))
            }
        }
        for (rank, starts) in RootCosts(snapshot).starts({ firstRoot + UInt32($0) }) {
            for start in starts where growing.contains(Int(start.node)) {
                var start = start
                start.cost += rank == .lasting ? 0 : 15
                entries.append(Entry(start: start, label: .root(Int(start.arrival))))
            }
        }
        return entries
    }

    /// Returns a bit set of the labels through which at least half of the nodes of any finding are reached.
    private func explaining(_ entries: [(node: UInt32, label: Int)], _ growing: GrowingNodes) -> UInt64 {
        let (nodes, edges, holds) = (graph.snapshot.nodes, graph.snapshot.edges, graph.holds)
        var masks = [UInt64](repeating: 0, count: nodes.count)
        var waiting: [UInt32] = []
        for entry in entries {
            masks[Int(entry.node)] |= 1 << UInt64(entry.label)
            waiting.append(entry.node)
        }
        while let node = waiting.popLast() {
            let mask = masks[Int(node)]
            for edge in nodes[Int(node)].edges where holds[edge] != .none {
                let target = edges[edge].target
                guard arrivals[Int(target)] == PathSearch.unreached, masks[Int(target)] | mask != masks[Int(target)]
                else { continue }
                masks[Int(target)] |= mask
                waiting.append(target)
            }
        }
        var found: UInt64 = 0
        for members in growing.classes where !members.isEmpty {
            for label in 0..<Self.labels where found & 1 << UInt64(label) == 0 {
                let count = members.count { masks[$0] & 1 << UInt64(label) != 0 }
                if count * 2 >= members.count { found |= 1 << UInt64(label) }
            }
        }
        return found
    }

    /// Returns the number of references from the nearest holder of the program to the start of a path.
    private func programHops(_ start: PathSearch.Start, _ firstRoot: UInt32) -> Int {
        var arrival = start.arrival
        for distance in 0..<Self.reach {
            guard arrival < firstRoot else {
                guard arrival - firstRoot < UInt32(graph.snapshot.roots.count) else { return distance + 1 }
                let root = graph.snapshot.roots[Int(arrival - firstRoot)]
                return root.kind == .global ? distance : Self.reach
            }
            let node = graph.snapshot.source(ofEdge: Int(arrival))
            if isProgram[Int(graph.snapshot.nodes[node].type)] || isOfProgramValue(Int(arrival), from: node) {
                return distance
            }
            arrival = arrivals[node]
        }
        return Self.reach
    }
    /// Returns `true` if a reference is a property of a struct or enum of the program inside an object of a library.
    private func isOfProgramValue(_ edge: Int, from node: Int) -> Bool {
        guard let owner = graph.snapshot.reference(edge, from: node).elementType else { return false }
        return graph.snapshot.isDeclaredByProgram(HeapType(name: owner, kind: .object))
    }

    /// Returns the cost of a reference. A word of a task that leads to a raw block is as doubtful as a raw word, as an
    /// earlier call may have left it.
    private static func doubt(_ hold: ReferenceStrength, to target: HeapSnapshot.BlockType) -> Int {
        doubts[Int((hold == .frame && target.type == nil ? .raw : hold).rawValue)]
    }
}
