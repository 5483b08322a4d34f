/// The closures of the program that a library object leads to.
struct LibraryClosures {
    /// The maximum number of nodes visited, and of edges returned.
    private static let limit = 64

    /// Returns the edges nearest to a node that have a function beside them, nearest first.
    static func functions(from node: Int, _ graph: HeapGraph) -> [Int] {
        let snapshot = graph.snapshot
        var queue = [node]
        var seen: Set<Int> = [node]
        var found: [Int] = []
        var next = 0
        while next < queue.count, next < limit {
            for edge in snapshot.nodes[queue[next]].edges where graph.holds[edge] != .none {
                if snapshot.function(ofEdge: edge) != nil { found.append(edge) }
                let target = Int(snapshot.edges[edge].target)
                if seen.insert(target).inserted { queue.append(target) }
            }
            next += 1
        }
        return Array(found.prefix(limit))
    }
}
