/// For each node of a graph the nearest one that every path from the beginnings passes, by the algorithm of Lengauer and
/// Tarjan.
struct Dominators: Sendable {
    /// For each node its immediate dominator; `HeapSnapshot.none` where there is none, as for what begins a path.
    let immediate: [UInt32]
    /// The nodes that the beginnings lead to, each after its dominator.
    let order: [UInt32]

    /// Finds the dominators.
    ///
    /// - Parameters:
    ///   - starts: where paths begin; a node may be there more than once.
    /// - Complexity: O((nodes + edges) log nodes), in practice linear; memory of 36 bytes a node besides.
    init(_ graph: HeapGraph, from starts: [UInt32]) {
        var walk = DepthFirst(graph, from: starts)
        let count = walk.nodes.count
        // All by the number of a node in the walk, from 1 on; 0 stands before the starts.
        var forest = LinkedForest(count: count)
        var dominators = [UInt32](repeating: 0, count: count)
        // The nodes that have a node as semidominator: the first one of each, and the next one after a node.
        var first = [UInt32](repeating: 0, count: count)
        var next = [UInt32](repeating: 0, count: count)
        for start in starts { forest.semidominators[Int(walk.numbers[Int(start)])] = 0 }
        for number in stride(from: count - 1, to: 0, by: -1) {
            let parent = walk.parents[number]
            for referrer in graph.referrers(of: Int(walk.nodes[number])) {
                let from = walk.numbers[Int(referrer)]
                guard from != 0 else { continue }
                let semidominator = forest.semidominators[Int(forest.best(from))]
                if semidominator < forest.semidominators[number] { forest.semidominators[number] = semidominator }
            }
            let semidominator = Int(forest.semidominators[number])
            next[number] = first[semidominator]
            first[semidominator] = UInt32(number)
            forest.link(UInt32(number), to: parent)
            var waiting = first[Int(parent)]
            first[Int(parent)] = 0
            while waiting != 0 {
                let best = forest.best(waiting)
                let isEarlier = forest.semidominators[Int(best)] < forest.semidominators[Int(waiting)]
                dominators[Int(waiting)] = isEarlier ? best : parent
                waiting = next[Int(waiting)]
            }
        }
        for number in dominators.indices.dropFirst() where dominators[number] != forest.semidominators[number] {
            dominators[number] = dominators[Int(dominators[number])]
        }
        var immediate = walk.numbers
        for node in immediate.indices {
            let dominator = dominators[Int(immediate[node])]
            immediate[node] = dominator == 0 ? HeapSnapshot.none : walk.nodes[Int(dominator)]
        }
        self.immediate = immediate
        walk.nodes.removeFirst()
        order = walk.nodes
    }
}

/// The nodes that some lead to, in the order of a depth-first walk.
private struct DepthFirst {
    /// The nodes by their numbers, from 1 on; what is at 0 is none.
    var nodes: [UInt32] = [HeapSnapshot.none]
    /// For each node its number; 0 where nothing leads to it.
    var numbers: [UInt32]
    /// For each number that of the node from which it was found; 0 for a start.
    var parents: [UInt32] = [0]

    init(_ graph: HeapGraph, from starts: [UInt32]) {
        let (all, edges, holds) = (graph.snapshot.nodes, graph.snapshot.edges, graph.holds)
        numbers = Array(repeating: 0, count: all.count)
        nodes.reserveCapacity(all.count + 1)
        parents.reserveCapacity(all.count + 1)
        // The numbers of the nodes on the way, and the next edge of each.
        var visits: [(number: UInt32, edge: UInt32)] = []
        for start in starts where numbers[Int(start)] == 0 {
            numbers[Int(start)] = UInt32(nodes.count)
            visits.append((UInt32(nodes.count), all[Int(start)].firstEdge))
            nodes.append(start)
            parents.append(0)
            while let last = visits.last {
                var edge = Int(last.edge)
                let end = all[Int(nodes[Int(last.number)])].edges.upperBound
                while edge < end, holds[edge] == .none || numbers[Int(edges[edge].target)] != 0 { edge += 1 }
                guard edge < end else {
                    visits.removeLast()
                    continue
                }
                visits[visits.count - 1].edge = UInt32(edge + 1)
                let target = edges[edge].target
                numbers[Int(target)] = UInt32(nodes.count)
                visits.append((UInt32(nodes.count), all[Int(target)].firstEdge))
                nodes.append(target)
                parents.append(last.number)
            }
        }
    }
}

/// The part of a walk that is done with: of each node in it, which above it has the earliest semidominator.
private struct LinkedForest {
    var semidominators: [UInt32]
    /// The next one up that is known; `HeapSnapshot.none` of what is not linked.
    private var ancestors: [UInt32]
    private var labels: [UInt32]
    /// The way from a node up, while it is made shorter.
    private var way: [UInt32] = []

    init(count: Int) {
        semidominators = Array(0..<UInt32(count))
        labels = semidominators
        ancestors = Array(repeating: HeapSnapshot.none, count: count)
    }

    mutating func link(_ number: UInt32, to parent: UInt32) { ancestors[Int(number)] = parent }

    /// The node with the earliest semidominator on the way up from one that is linked, or that one itself.
    mutating func best(_ number: UInt32) -> UInt32 {
        var at = Int(number)
        guard ancestors[at] != HeapSnapshot.none else { return number }
        while ancestors[Int(ancestors[at])] != HeapSnapshot.none {
            way.append(UInt32(at))
            at = Int(ancestors[at])
        }
        // From the top down, each takes over what is known of the one above it.
        while let below = way.popLast() {
            let above = Int(ancestors[Int(below)])
            if semidominators[Int(labels[above])] < semidominators[Int(labels[Int(below)])] {
                labels[Int(below)] = labels[above]
            }
            ancestors[Int(below)] = ancestors[above]
        }
        return labels[Int(number)]
    }
}
