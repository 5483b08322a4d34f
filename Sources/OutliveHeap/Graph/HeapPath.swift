/// References from what keeps a node alive to the node.
struct HeapPath: Hashable, Sendable {
    /// What is at the beginning.
    enum Origin: Hashable, Sendable {
        /// The root of this index in the snapshot's `roots`.
        case root(Int)
        /// The first node is a task, which lives until it has ended.
        case task
        /// Nothing holds the first node from outside: the first `loop` edges lead from it back to itself.
        case cycle
        /// Nothing at all holds the first node.
        case unheld
    }

    /// What is at the beginning.
    var origin: Origin
    /// The nodes, the one that was asked for last.
    var nodes: [Int]
    /// The indices of the edges that lead from each node to the next: one fewer than there are nodes.
    var edges: [Int]
    /// How many edges at the beginning lead from the first node back to it; 0 but for a cycle.
    ///
    /// Where the node that was asked for is in the cycle itself, these are all.
    var loop = 0
    /// The places in `edges` of those that stand for a run of references that repeats: the node before such an edge is not
    /// the one that the edge before it leads to, but one of the same type further on.
    var runs: Set<Int> = []
}

extension HeapPath {
    /// The path behind a cycle.
    ///
    /// - Parameter cycle: edges from the first node back to it.
    func entered(by cycle: [Int], _ graph: HeapGraph) -> HeapPath {
        let nodes = [self.nodes[0]] + cycle.map { Int(graph.snapshot.edges[$0].target) }
        return HeapPath(
            origin: .cycle, nodes: nodes + self.nodes.dropFirst(), edges: cycle + edges, loop: cycle.count)
    }
}
