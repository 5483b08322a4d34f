internal import OutliveModel
internal import OutliveSupport

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
    /// The additional cost of a path from a root other than a global or thread-local.
    private static let temporaryRoot = 15

    private let graph: HeapGraph
    private let growing: GrowingNodes
    private let arrivals: [UInt32]
    private let isProgram: [Bool]
    private var snapshot: HeapSnapshot { graph.snapshot }

    private enum Label: Hashable {
        case reference(ReferenceLabel)
        case root(Int)
    }

    private typealias Entry = (start: PathSearch.Start, label: Label)

    /// Finds the references.
    ///
    /// - Parameter arrivals: For each node, the edge through which its best path from a root arrives if the path avoids
    ///   growing nodes, a number after the edges' for a root, or `PathSearch.unreached`.
    /// - Complexity: O(nodes + edges), times the number of distinct references that lead to one node.
    init(_ graph: HeapGraph, to growing: GrowingNodes, arrivals: [UInt32], _ typeRanks: [UInt32]) {
        (self.graph, self.growing, self.arrivals) = (graph, growing, arrivals)
        isProgram = graph.snapshot.typesOfProgram
        let entries = entries(typeRanks)
        let numbers = Self.numbersOfFrequent(entries.map(\.label))
        let explaining = explaining(entries.map { ($0.start.node, numbers[$0.label] ?? Self.labels - 1) })
        var distances: [Label: Int] = [:]
        starts = entries.map { entry in
            var start = entry.start
            let isLikely = numbers[entry.label].map { explaining & 1 << UInt64($0) != 0 } ?? false
            let distance = distances[entry.label] ?? distanceFromProgram(start)
            distances[entry.label] = distance
            start.cost += distance + (isLikely ? 0 : Self.unlikely)
            return start
        }
    }

    /// Returns a number for each of the most frequent labels, the first ones of equally frequent.
    private static func numbersOfFrequent(_ labels: [Label]) -> [Label: Int] {
        var (distinct, counts) = (NumberTable<Label>(), [Int]())
        for label in labels {
            let number = distinct.number(of: label)
            if number == counts.count { counts.append(0) }
            counts[number] += 1
        }
        let frequent = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }.prefix(Self.labels - 1)
        return Dictionary(uniqueKeysWithValues: frequent.enumerated().map { (distinct.items[$1], $0) })
    }

    private func entries(_ typeRanks: [UInt32]) -> [Entry] {
        let (nodes, edges) = (snapshot.nodes, snapshot.edges)
        var entries: [Entry] = []
        for node in nodes.indices where arrivals[node] != PathSearch.unreached && !growing.contains(node) {
            for edge in nodes[node].edges where graph.isStrong(edge: edge) {
                let target = edges[edge].target
                guard growing.contains(Int(target)), arrivals[Int(target)] == PathSearch.unreached else { continue }
                let start = PathSearch.Start(node: target, arrival: UInt32(edge), cost: doubt(edge))
                entries.append((start, .reference(ReferenceLabel(edge, from: node, snapshot, typeRanks))))
            }
        }
        let roots = PathSearch.starts(in: snapshot)
        for rank in PathSearch.RootRank.allCases {
            for start in roots[rank, default: []] where growing.contains(Int(start.node)) {
                var start = start
                start.cost += rank == .lasting ? 0 : Self.temporaryRoot
                entries.append((start, .root(Int(start.arrival))))
            }
        }
        return inStableOrder(entries)
    }

    /// Returns the entries by label, in an order that is the same in every run: roots last, in their own order.
    ///
    /// Of equally good references the first counts, and it is to be the same one wherever its holder is in memory.
    private func inStableOrder(_ entries: [Entry]) -> [Entry] {
        var labels = NumberTable<Label>()
        let numbers = entries.map { labels.number(of: $0.label) }
        var stacks = AllocationStacks(snapshot)
        let orders = labels.items.map { label -> (root: Int, UInt32, UInt32, UInt32, allocation: String) in
            switch label {
            case .root(let number): return (number, 0, 0, 0, "")
            case .reference(let reference):
                let frames = reference.allocation.map { stacks.backtrace(ofStack: UInt32($0)).frames } ?? []
                let allocation = frames.map { "\($0.module)+\($0.offset)" }.joined(separator: " ")
                let (type, part, offset) = reference.order
                return (-1, type, part, offset, allocation)
            }
        }
        var ranks = [Int](repeating: 0, count: orders.count)
        for (rank, number) in orders.indices.sorted(by: { orders[$0] < orders[$1] }).enumerated() {
            ranks[number] = rank
        }
        return entries.indices.sorted { (ranks[numbers[$0]], $0) < (ranks[numbers[$1]], $1) }.map { entries[$0] }
    }

    /// Returns a bit set of the labels through which at least half of the nodes of any finding are reached.
    private func explaining(_ entries: [(node: UInt32, label: Int)]) -> UInt64 {
        let links = graph.links
        var masks = [UInt64](repeating: 0, count: snapshot.nodes.count)
        var waiting: [UInt32] = []
        for entry in entries {
            masks[Int(entry.node)] |= 1 << UInt64(entry.label)
            waiting.append(entry.node)
        }
        while let node = waiting.popLast() {
            let mask = masks[Int(node)]
            for edge in links.edges(of: node) {
                let link = links.targets[edge]
                let target = Int(link.node)
                guard link.isStrong, arrivals[target] == PathSearch.unreached, masks[target] | mask != masks[target]
                else { continue }
                masks[target] |= mask
                waiting.append(link.node)
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
    private func distanceFromProgram(_ start: PathSearch.Start) -> Int {
        var arrival = Int(start.arrival)
        for distance in 0..<Self.reach {
            guard arrival < snapshot.edges.count else {
                let root = arrival - snapshot.edges.count
                guard root < snapshot.roots.count else { return distance + 1 }
                return snapshot.roots[root].kind == .global ? distance : Self.reach
            }
            let node = snapshot.source(ofEdge: arrival)
            if isProgram[Int(snapshot.nodes[node].type)] || isOfProgramValue(arrival, from: node) { return distance }
            arrival = Int(arrivals[node])
        }
        return Self.reach
    }

    /// Returns `true` if a reference is a property of a struct or enum of the program inside an object of a library.
    private func isOfProgramValue(_ edge: Int, from node: Int) -> Bool {
        guard let owner = graph.reference(edge, from: node).elementType else { return false }
        return HeapType(name: owner, kind: .object).isOfOwnModule
    }

    /// Returns the cost of a reference.
    ///
    /// A word of a task that leads to a raw block is as doubtful as a raw word: an earlier call may have left it.
    private func doubt(_ edge: Int) -> Int {
        let strength = graph.strength(ofEdge: edge)
        let target = snapshot.nodes[Int(snapshot.edges[edge].target)]
        let isStray = strength == .frame && snapshot.types[Int(target.type)].type == nil
        return Self.doubts[Int((isStray ? .raw : strength).rawValue)]
    }
}

/// The nodes of each growth finding.
struct GrowingNodes: Sendable {
    /// The nodes of each finding, as indices in the snapshot; a node can be in several.
    let classes: [[Int]]
    /// `true` for each node of the snapshot that grows; empty if none does.
    private let members: [Bool]

    static let none = GrowingNodes([], nodes: 0)

    /// Creates the set of growing nodes.
    ///
    /// - Parameter nodes: The number of nodes in the snapshot.
    init(_ classes: [[Int]], nodes: Int) {
        self.classes = classes
        var members = [Bool](repeating: false, count: classes.allSatisfy(\.isEmpty) ? 0 : nodes)
        for node in classes.joined() { members[node] = true }
        self.members = members
    }

    var isEmpty: Bool { members.isEmpty }
    func contains(_ node: Int) -> Bool { !members.isEmpty && members[node] }

    /// All growing nodes, each once, in ascending order.
    var all: [Int] { members.indices.filter { members[$0] } }
}
