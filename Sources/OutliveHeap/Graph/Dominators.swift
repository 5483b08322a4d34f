/// For each node of a graph the nearest one that every path from the beginnings passes, from semidominators as Lengauer and
/// Tarjan find them, and the nearest common ancestor of each with its parent ("semi-NCA", Georgiadis).
struct Dominators: Sendable {
    /// For each node its immediate dominator; `HeapSnapshot.none` where there is none, as for what begins a path.
    let immediate: [UInt32]
    /// The nodes that the beginnings lead to, each after its dominator.
    let order: [UInt32]

    /// Finds the dominators.
    ///
    /// - Parameters:
    ///   - starts: where paths begin; a node may be there more than once.
    /// - Complexity: O((nodes + edges) log nodes), in practice linear; memory of 20 bytes a node besides.
    ///   Ancestors are walked up to step by step, which takes longer only in graphs that are made for it.
    init(_ graph: HeapGraph, from starts: [UInt32]) {
        var walk = DepthFirst(graph, from: starts)
        let count = walk.nodes.count
        // All by the number of a node in the walk, from 1 on; 0 stands before the starts.
        var isStart = [Bool](repeating: false, count: count)
        for start in starts { isStart[Int(walk.numbers[Int(start)])] = true }
        var forest = LinkedForest(count: count)
        var semidominators = [UInt32](repeating: 0, count: count)
        // Not by slices, which would be counted references to the arrays.
        let (firstReferrer, referrers) = (graph.firstReferrer, graph.referrers)
        for number in stride(from: count - 1, to: 0, by: -1) {
            let parent = walk.parents[number]
            var semidominator = isStart[number] ? 0 : parent
            if semidominator != 0 {
                let node = Int(walk.nodes[number])
                for place in Int(firstReferrer[node])..<Int(firstReferrer[node + 1]) {
                    let from = walk.numbers[Int(referrers[place])]
                    guard from != 0 else { continue }
                    // What comes earlier in the walk is not linked yet, and stands for itself.
                    let earliest = from <= number ? from : forest.earliest(from)
                    semidominator = min(semidominator, earliest)
                }
            }
            semidominators[number] = semidominator
            forest.link(number, to: parent, semidominator)
        }
        // From the top down: the nearest ancestor that is not below the semidominator.
        var dominators = walk.parents
        for number in dominators.indices.dropFirst() {
            var dominator = dominators[number]
            while dominator > semidominators[number] { dominator = dominators[Int(dominator)] }
            dominators[number] = dominator
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
        // The numbers of the nodes on the way, and the edges of each that were not looked at.
        var visits: [(number: UInt32, edge: UInt32, end: UInt32)] = []
        func visit(_ node: UInt32, from parent: UInt32) {
            let number = UInt32(nodes.count)
            let edges = all[Int(node)].edges
            numbers[Int(node)] = number
            nodes.append(node)
            parents.append(parent)
            visits.append((number, UInt32(edges.lowerBound), UInt32(edges.upperBound)))
        }
        for start in starts where numbers[Int(start)] == 0 {
            visit(start, from: 0)
            while let last = visits.last {
                var edge = Int(last.edge)
                while edge < last.end, holds[edge] == .none || numbers[Int(edges[edge].target)] != 0 { edge += 1 }
                guard edge < last.end else {
                    visits.removeLast()
                    continue
                }
                visits[visits.count - 1].edge = UInt32(edge + 1)
                visit(edges[edge].target, from: last.number)
            }
        }
    }
}

/// The part of a walk that is done with: of each node in it, the earliest semidominator up to its top.
///
/// What is known of a node lies together: where it is in memory is most of what it costs.
private struct LinkedForest: ~Copyable {
    private struct Link {
        /// The next one up that is known; `HeapSnapshot.none` of what is not linked.
        var ancestor = HeapSnapshot.none
        /// The earliest semidominator from the node up to below that one.
        var earliest: UInt32
    }

    private let links: UnsafeMutableBufferPointer<Link>

    init(count: Int) {
        links = .allocate(capacity: count)
        for number in 0..<UInt32(count) { links.initializeElement(at: Int(number), to: Link(earliest: number)) }
    }

    deinit { links.deallocate() }

    /// Links a node to its parent in the walk.
    mutating func link(_ number: Int, to parent: UInt32, _ semidominator: UInt32) {
        links[number] = Link(ancestor: parent, earliest: semidominator)
    }

    /// The earliest semidominator on the way up from a node that is linked.
    mutating func earliest(_ number: UInt32) -> UInt32 {
        var at = Int(number)
        // Up to below the top. On the way back down what is above has to be known, so that each keeps what is below it.
        var below = HeapSnapshot.none
        while true {
            let above = links[at].ancestor
            guard links[Int(above)].ancestor != HeapSnapshot.none else { break }
            links[at].ancestor = below
            below = UInt32(at)
            at = Int(above)
        }
        // The one below the top knows all; from there down, each takes over what is known of the one above it.
        let top = links[at].ancestor
        var earliest = links[at].earliest
        while below != HeapSnapshot.none {
            let place = Int(below)
            below = links[place].ancestor
            earliest = min(earliest, links[place].earliest)
            links[place] = Link(ancestor: top, earliest: earliest)
        }
        return earliest
    }
}
