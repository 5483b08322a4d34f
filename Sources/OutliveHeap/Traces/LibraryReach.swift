/// What a library's object leads to: the functions of closures that it keeps for the program.
struct LibraryReach {
    /// How many nodes are looked at.
    private static let limit = 64

    /// The edges with a function beside them that are nearest to a node, the nearest first.
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
