/// A path of references from a GC root, task or cycle to a node.
struct HeapPath: Hashable, Sendable {
    /// The beginning of a path.
    enum Origin: Hashable, Sendable {
        /// The root of this index in the snapshot's `roots`.
        case root(Int)
        /// A task, which is the first node and lives until it completes.
        case task
        /// A cycle that nothing holds from outside: the first `loop` edges lead from the first node back to it.
        case cycle
        /// A first node without a known holder.
        case unheld
    }

    var origin: Origin
    /// The nodes, the destination last.
    var nodes: [Int]
    /// The edges between consecutive nodes, as indices in the snapshot.
    var edges: [Int]
    /// The number of leading edges that form the cycle, or 0 if the origin is not a cycle.
    ///
    /// If the destination is in the cycle, the number is that of all edges.
    var loop = 0
    /// The places in `edges` of folded references, which stand for a repeating run.
    ///
    /// The node before such an edge is not the target of the previous edge, but one of the same type further along.
    var runs: Set<Int> = []
}

extension HeapPath {
    /// Returns the path prefixed with a cycle.
    ///
    /// - Parameter cycle: The edges from the first node back to it.
    func entered(by cycle: [Int], _ graph: HeapGraph) -> HeapPath {
        let nodes = [self.nodes[0]] + cycle.map { Int(graph.snapshot.edges[$0].target) }
        return HeapPath(
            origin: .cycle, nodes: nodes + self.nodes.dropFirst(), edges: cycle + edges, loop: cycle.count)
    }
}
