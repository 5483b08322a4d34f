/// Tells by counting references, as the runtime does, what is freed when some of them are cut.
struct CutCheck: Sendable {
    /// References that are cut together.
    struct Cut: Hashable, Sendable {
        /// The indices of edges in the snapshot.
        var edges: [Int] = []
        /// The indices of roots in the snapshot.
        var roots: [Int] = []
    }

    /// A check gives up, and says no, when it would free more than this.
    private static let limit = 20_000

    private let graph: HeapGraph
    /// How many roots refer to a node: all of them, and those that are no words on stacks.
    private let roots: [UInt32: (all: Int, firm: Int)]

    init(_ graph: HeapGraph) {
        self.graph = graph
        var roots: [UInt32: (all: Int, firm: Int)] = [:]
        for root in graph.snapshot.roots {
            roots[root.node, default: (0, 0)].all += 1
            if root.kind != .stack { roots[root.node]!.firm += 1 }
        }
        self.roots = roots
    }

    /// Whether a node is freed when references are cut.
    ///
    /// - Parameter isStrict: whether words on stacks and in blocks of malloc's count as references, which they often are
    ///   not.
    /// - Complexity: O(what is freed and who refers to it).
    func frees(_ node: Int, _ cut: Cut, isStrict: Bool) -> Bool {
        var counts: [UInt32: Int] = [:]
        var freed: [UInt32] = []
        let snapshot = graph.snapshot
        func release(_ target: UInt32) {
            let count = counts[target] ?? references(to: target, isStrict: isStrict)
            counts[target] = count - 1
            if count == 1 { freed.append(target) }
        }
        let cutEdges = Set(cut.edges)
        for edge in cut.edges where isCounted(edge, isStrict) { release(snapshot.edges[edge].target) }
        for root in cut.roots { release(snapshot.roots[root].node) }
        var next = 0
        while next < freed.count, next < Self.limit {
            if Int(freed[next]) == node { return true }
            for edge in snapshot.nodes[Int(freed[next])].edges
            where isCounted(edge, isStrict) && !cutEdges.contains(edge) {
                release(snapshot.edges[edge].target)
            }
            next += 1
        }
        return false
    }

    /// Whether a reference is counted; what a block that is freed holds is released in any case.
    private func isCounted(_ edge: Int, _ isStrict: Bool) -> Bool {
        graph.holds[edge] != .none && (isStrict || graph.holds[edge] != .raw)
    }

    private func references(to node: UInt32, isStrict: Bool) -> Int {
        let holds = graph.referrerHolds(of: Int(node))
        let referrers = isStrict ? holds.count : holds.count { $0 != .raw }
        let roots = roots[node] ?? (0, 0)
        return referrers + (isStrict ? roots.all : roots.firm) + (graph.isTask(Int(node)) ? 1 : 0)
    }
}
