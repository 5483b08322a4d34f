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
        var isStart = [Bool](repeating: false, count: count)
        for start in starts { isStart[Int(walk.numbers[Int(start)])] = true }
        var forest = LinkedForest(count: count)
        var semidominators = [UInt32](repeating: 0, count: count)
        var dominators = semidominators
        // The nodes that have a node as semidominator: the first one of each, and the next one after a node.
        var first = semidominators
        var next = semidominators
        for number in stride(from: count - 1, to: 0, by: -1) {
            let parent = walk.parents[number]
            var semidominator = isStart[number] ? 0 : parent
            if semidominator != 0 {
                for referrer in graph.referrers(of: Int(walk.nodes[number])) {
                    let from = walk.numbers[Int(referrer)]
                    guard from != 0 else { continue }
                    semidominator = min(semidominator, forest.best(from).semidominator)
                }
            }
            semidominators[number] = semidominator
            next[number] = first[Int(semidominator)]
            first[Int(semidominator)] = UInt32(number)
            forest.link(UInt32(number), to: parent, semidominator)
            var waiting = first[Int(parent)]
            first[Int(parent)] = 0
            while waiting != 0 {
                let best = forest.best(waiting)
                dominators[Int(waiting)] = best.semidominator < parent ? best.number : parent
                waiting = next[Int(waiting)]
            }
        }
        for number in dominators.indices.dropFirst() where dominators[number] != semidominators[number] {
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
    /// What is known of a node, together as it is asked for together.
    private struct Link {
        /// The next one up that is known; `HeapSnapshot.none` of what is not linked.
        var ancestor: UInt32
        var best: Best
    }

    /// A node, and its semidominator.
    struct Best {
        var number: UInt32
        var semidominator: UInt32
    }

    private var links: [Link]
    /// The way from a node up, while it is made shorter.
    private var way: [Int] = []

    init(count: Int) {
        links = (0..<UInt32(count)).map {
            Link(ancestor: HeapSnapshot.none, best: Best(number: $0, semidominator: $0))
        }
    }

    mutating func link(_ number: UInt32, to parent: UInt32, _ semidominator: UInt32) {
        links[Int(number)] = Link(ancestor: parent, best: Best(number: number, semidominator: semidominator))
    }

    /// The node with the earliest semidominator on the way up from one that is linked, or that one itself.
    mutating func best(_ number: UInt32) -> Best {
        var at = Int(number)
        guard links[at].ancestor != HeapSnapshot.none else { return links[at].best }
        while true {
            let above = Int(links[at].ancestor)
            guard links[above].ancestor != HeapSnapshot.none else { break }
            way.append(at)
            at = above
        }
        // The one below the top knows all; from there down, each takes over what is known of the one above it.
        var above = links[at]
        while let below = way.popLast() {
            if links[below].best.semidominator <= above.best.semidominator {
                above.best = links[below].best
            } else {
                links[below].best = above.best
            }
            links[below].ancestor = above.ancestor
        }
        return links[Int(number)].best
    }
}
