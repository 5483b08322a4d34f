/// Finds what is reached from some nodes, and where to begin to reach all others.
struct ReachSearch {
    private let graph: HeapGraph
    private var isReached: [Bool]

    init(_ graph: HeapGraph) {
        self.graph = graph
        isReached = Array(repeating: false, count: graph.snapshot.nodes.count)
    }

    /// Reaches whatever a node keeps alive.
    mutating func reach(from node: Int) { reach(from: node) { _ in } }

    /// The nodes from which all that is not reached can be: one of each cycle that nothing else leads to, and each node
    /// that nothing holds.
    ///
    /// - Complexity: O(nodes + edges).
    mutating func origins() -> [Int] {
        let before = isReached
        // What a depth-first search leaves last leads to all that is left before it and leads to it.
        var left: [Int] = []
        for node in isReached.indices { reach(from: node) { left.append($0) } }
        isReached = before
        var origins: [Int] = []
        for node in left.reversed() where !isReached[node] {
            origins.append(node)
            reach(from: node)
        }
        return origins.sorted()
    }

    /// - Parameter leave: is told of each node when all that it leads to has been reached.
    private mutating func reach(from start: Int, leave: (Int) -> Void) {
        guard !isReached[start] else { return }
        isReached[start] = true
        var way = [(node: start, edges: graph.snapshot.edges(ofNode: start).indices)]
        while let (node, edges) = way.last {
            guard let edge = edges.first else {
                leave(node)
                way.removeLast()
                continue
            }
            way[way.count - 1].edges = edges.dropFirst()
            let target = Int(graph.snapshot.edges[edge].target)
            guard graph.holds[edge] != .none, !isReached[target] else { continue }
            isReached[target] = true
            way.append((target, graph.snapshot.edges(ofNode: target).indices))
        }
    }
}
