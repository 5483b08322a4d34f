/// Tells by counting references, as the runtime does, what is freed when some of them are cut.
struct CutCheck {
    /// References that are cut together.
    struct Cut: Hashable, Sendable {
        /// The indices of edges in the snapshot.
        var edges: [Int] = []
        /// The indices of roots in the snapshot.
        var roots: [Int] = []
    }

    /// A check gives up, and says no, when it would free more than this.
    private static let limit = 20_000

    /// How many roots refer to each node.
    struct RootCounts: Sendable {
        /// All of them, and those that are no words on stacks.
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

    /// Makes a check.
    ///
    /// - Parameter budget: what all checks may look at together; where it is used up nothing is said to be freed.
    init(_ graph: HeapGraph, _ roots: RootCounts, _ budget: WorkBudget) {
        (self.graph, self.roots, self.budget) = (graph, roots, budget)
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

    /// Whether a reference is counted; what a block that is freed holds is released in any case.
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
