import OutliveModel

@testable import OutliveHeap

/// Retention by its definition, computed exhaustively, as a reference for the fast algorithm.
struct NaiveRetention {
    /// The cost and the length of a path.
    struct Cost: Comparable {
        var cost: Int
        var length: Int

        static func < (first: Cost, second: Cost) -> Bool {
            (first.cost, first.length) < (second.cost, second.length)
        }
    }

    /// The kind of root at the start of the best path.
    enum Rank {
        case lasting, mapping, stack, rest
    }

    let graph: HeapGraph
    let edges: [(from: Int, to: Int, index: Int)]
    /// The rank and the cost of the best path to each node.
    private(set) var best: [(rank: Rank, cost: Cost)?]
    /// Stack roots that are ignored because they lead into a cycle of fields.
    private(set) var ignored: Set<Int> = []

    /// Nodes in cycles of fields that include a part of the program, and that nothing else leads to.
    private(set) var kept: Set<Int> = []
    private var closed: Set<Int> = []

    private var snapshot: HeapSnapshot { graph.snapshot }

    init(_ graph: HeapGraph) {
        self.graph = graph
        let snapshot = graph.snapshot
        edges = snapshot.nodes.indices.flatMap { node in
            snapshot.edges(ofNode: node).indices.compactMap { index in
                graph.strength(ofEdge: index) == .none ? nil : (node, Int(snapshot.edges[index].target), index)
            }
        }
        best = Array(repeating: nil, count: snapshot.nodes.count)
        var lasting: [(Int, Int)] = snapshot.nodes.indices.filter { graph.isTask($0) }.map { ($0, 1) }
        lasting += roots(.global).map { ($0.node, $0.owner == 1 ? 2 : 0) }
        lasting += roots(.threadLocal).map { ($0.node, 3) }
        // The nodes that the program's globals hold by fields, and the cycles of fields apart from these.
        let firm = reached(from: roots(.global).filter { $0.owner != 1 }.map { UInt32($0.node) }, worst: .field)
        let free = Set(snapshot.nodes.indices).subtracting(firm)
        ignored = free.filter { shortestCycle(through: $0, worst: .field, within: free) != nil }
        kept = ignored.filter { node in
            ignored.contains { other in
                isProgram(other) && reached(from: [UInt32(node)], worst: .field).contains(other)
                    && reached(from: [UInt32(other)], worst: .field).contains(node)
            }
        }
        closed = kept
        relax(lasting, .lasting)
        relax(roots(.mapping).map { ($0.node, 0) }, .mapping)
        relax(roots(.stack).filter { !ignored.contains($0.node) }.map { ($0.node, 0) }, .stack)
        closed = []
        let rest = snapshot.nodes.indices.filter { best[$0] == nil }
        let unheld = rest.compactMap { node -> (Int, Int)? in
            if isInCycle(node, Set(rest)) { return (node, 0) }
            return edges.contains { $0.to == node } ? nil : (node, 1)
        }
        relax(unheld, .rest)
    }

    private func isProgram(_ node: Int) -> Bool {
        snapshot.types[Int(snapshot.nodes[node].type)].type?.name.hasPrefix("App.") ?? false
    }

    private func roots(_ kind: HeapSnapshot.Root.Kind) -> [(node: Int, owner: UInt32)] {
        snapshot.roots.filter { $0.kind == kind && !snapshot.nodes[Int($0.node)].isDeinitialised }
            .map { (Int($0.node), $0.owner) }
    }

    /// The algorithm of Bellman and Ford: continues as long as any edge improves a path.
    private mutating func relax(_ starts: [(node: Int, cost: Int)], _ rank: Rank) {
        let earlier = best.map { $0 != nil }
        for start in starts where !snapshot.nodes[start.node].isDeinitialised || rank == .rest {
            improve(start.node, Cost(cost: start.cost, length: 0), rank, earlier)
        }
        var changed = true
        while changed {
            changed = false
            for edge in edges where !earlier[edge.from] {
                guard let from = best[edge.from]?.cost else { continue }
                let cost = Cost(
                    cost: from.cost + Self.cost(graph.strength(ofEdge: edge.index)), length: from.length + 1)
                if improve(edge.to, cost, rank, earlier) { changed = true }
            }
        }
    }

    @discardableResult
    private mutating func improve(_ node: Int, _ cost: Cost, _ rank: Rank, _ earlier: [Bool]) -> Bool {
        guard !earlier[node], !closed.contains(node), best[node].map({ cost < $0.cost }) ?? true else { return false }
        best[node] = (rank, cost)
        return true
    }

    static func cost(_ hold: ReferenceStrength) -> Int {
        switch hold {
        case .field: 0
        case .frame: 2
        case .word: 5
        case .raw: 8
        case .none: Int.max / 2
        }
    }

    private func isInCycle(_ node: Int, _ nodes: Set<Int>) -> Bool {
        shortestCycle(through: node, worst: .raw, within: nodes) != nil
    }

    /// Returns the length of the shortest cycle through a node without a worse reference, or `nil` if there is none.
    func shortestCycle(through node: Int, worst: ReferenceStrength, within nodes: Set<Int>? = nil) -> Int? {
        var found: Set<Int> = [node]
        var last = found
        var length = 0
        while !last.isEmpty {
            length += 1
            let next = edges.filter {
                last.contains($0.from) && graph.strength(ofEdge: $0.index) <= worst && nodes?.contains($0.to) ?? true
            }
            if next.contains(where: { $0.to == node }) { return length }
            last = Set(next.map(\.to)).subtracting(found)
            found.formUnion(last)
        }
        return nil
    }

    /// The nodes that some lead to without passing one.
    func reached(from starts: [UInt32], without left: Int? = nil, worst: ReferenceStrength = .raw) -> Set<Int> {
        var reached = Set(starts.map { Int($0) }).subtracting(left.map { [$0] } ?? [])
        var changed = true
        while changed {
            changed = false
            for edge in edges
            where reached.contains(edge.from) && edge.to != left
                && graph.strength(ofEdge: edge.index) <= worst
            {
                if reached.insert(edge.to).inserted { changed = true }
            }
        }
        return reached
    }
}
