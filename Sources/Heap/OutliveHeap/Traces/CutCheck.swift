/// A simulation of reference counting that determines which objects are freed when some references are cut.
struct CutCheck {
    /// References that are cut together.
    struct Cut: Hashable, Sendable {
        /// The indices of edges in the snapshot.
        var edges: [Int] = []
        /// The indices of roots in the snapshot.
        var roots: [Int] = []
    }

    /// The maximum number of freed nodes; beyond it the result is `false`.
    private static let limit = 20_000

    /// The number of roots that refer to each node.
    struct RootCounts: Sendable {
        /// The number of all roots, and of those that are not words on stacks.
        fileprivate var counts: [UInt32: (all: Int, firm: Int)] = [:]

        init(_ snapshot: HeapSnapshot) {
            for root in snapshot.roots {
                counts[root.node, default: (0, 0)].all += 1
                if root.kind != .stack { counts[root.node]!.firm += 1 }
            }
        }
    }

    private let graph: HeapGraph
    private let roots: RootCounts
    private let budget: WorkBudget

    /// Creates a check.
    ///
    /// - Parameter budget: The budget of all checks together; once it is used up, no further object counts as freed.
    init(_ graph: HeapGraph, _ roots: RootCounts, _ budget: WorkBudget) {
        (self.graph, self.roots, self.budget) = (graph, roots, budget)
    }

    /// Returns `true` if cutting references frees a node.
    ///
    /// - Parameter isStrict: `true` if words on stacks and in malloc blocks count as references, though many are stale.
    /// - Complexity: O(freed nodes and their referrers).
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
        while next < freed.count, next < Self.limit, budget.isLeft {
            if Int(freed[next]) == node { return true }
            for edge in snapshot.nodes[Int(freed[next])].edges
            where isCounted(edge, isStrict) && !cutEdges.contains(edge) {
                budget.take()
                release(snapshot.edges[edge].target)
            }
            next += 1
        }
        return false
    }

    /// Returns `true` if a reference counts: raw words do so only in a strict check.
    private func isCounted(_ edge: Int, _ isStrict: Bool) -> Bool {
        graph.holds[edge] != .none && (isStrict || graph.holds[edge] != .raw)
    }

    private func references(to node: UInt32, isStrict: Bool) -> Int {
        let holds = graph.referrerHolds(of: Int(node))
        budget.take(holds.count)
        let referrers = isStrict ? holds.count : holds.count { $0 != .raw }
        let roots = roots.counts[node] ?? (0, 0)
        return referrers + (isStrict ? roots.all : roots.firm) + (graph.isTask(Int(node)) ? 1 : 0)
    }
}
