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
        let links = graph.links
        let walk = DepthFirst(links, from: starts)
        // All by the number of a node in the walk, from 1 on; 0 stands before the starts.
        let count = walk.count
        let isStart = LargeTable(repeating: false, count: count)
        for start in starts { isStart[walk.numbers[start]] = true }
        let forest = LinkedForest(count: count)
        let semidominators = LargeTable<UInt32>(repeating: 0, count: count)
        for number in stride(from: count - 1, to: 0, by: -1) {
            let parent = walk.parents[number]
            var semidominator = isStart[number] ? 0 : parent
            if semidominator != 0 {
                for place in links.places(ofReferrersOf: walk.nodes[number]) {
                    let from = walk.numbers[links.referrers[place].node]
                    guard from != 0 else { continue }
                    // What comes earlier in the walk is not linked yet, and stands for itself.
                    let earliest = from <= number ? from : forest.earliest(from, above: UInt32(number))
                    semidominator = min(semidominator, earliest)
                    // None is earlier: so it is with what the beginnings lead to on many ways, which most of a heap is.
                    if semidominator == 0 { break }
                }
            }
            semidominators[number] = semidominator
            forest.link(number, to: parent, semidominator)
        }
        // From the top down: the nearest ancestor that is not below the semidominator. It takes the
        // place of the parent, which is not needed any more.
        for number in 1..<count {
            var dominator = semidominators[number] == 0 ? 0 : walk.parents[number]
            while dominator > semidominators[number] { dominator = walk.parents[dominator] }
            walk.parents[number] = dominator
        }
        var immediate = [UInt32](large: walk.numbers.count, repeating: HeapSnapshot.none)
        for node in immediate.indices {
            let dominator = walk.parents[walk.numbers[node]]
            if dominator != 0 { immediate[node] = walk.nodes[dominator] }
        }
        self.immediate = immediate
        order = walk.nodes.array(1..<count)
    }
}

/// The nodes that some lead to, in the order of a depth-first walk.
private struct DepthFirst: ~Copyable {
    /// The nodes by their numbers, from 1 on; what is at 0 is none.
    let nodes: LargeTable<UInt32>
    /// For each node its number; 0 where nothing leads to it.
    let numbers: LargeTable<UInt32>
    /// For each number that of the node from which it was found; 0 for a start.
    let parents: LargeTable<UInt32>
    /// One more than the highest number.
    let count: Int

    init(_ links: HeapLinks, from starts: [UInt32]) {
        let all = links.first.count - 1
        let nodes = LargeTable<UInt32>(repeating: HeapSnapshot.none, count: all + 1)
        let numbers = LargeTable<UInt32>(repeating: 0, count: all)
        let parents = LargeTable<UInt32>(repeating: 0, count: all + 1)
        // By number the next edge that was not looked at.
        let nextEdges = LargeTable<UInt32>(repeating: 0, count: all + 1)
        var next: UInt32 = 1
        for start in starts where numbers[start] == 0 {
            var (node, number) = (start, next)
            var (edge, end) = (links.first[node], links.first[node + 1])
            (numbers[node], nodes[number]) = (number, node)
            next += 1
            while true {
                var deeper: UInt32?
                while edge < end {
                    let link = links.targets[edge]
                    edge += 1
                    if link.isHolding, numbers[link.node] == 0 {
                        deeper = link.node
                        break
                    }
                }
                if let deeper {
                    nextEdges[number] = edge
                    (parents[next], node, number) = (number, deeper, next)
                    (numbers[node], nodes[number]) = (number, node)
                    next += 1
                    (edge, end) = (links.first[node], links.first[node + 1])
                } else {
                    number = parents[number]
                    guard number != 0 else { break }
                    node = nodes[number]
                    (edge, end) = (nextEdges[number], links.first[node + 1])
                }
            }
        }
        self.nodes = nodes
        self.numbers = numbers
        self.parents = parents
        count = Int(next)
    }
}

/// The part of a walk that is done with, from its highest number down: of each node in it, the earliest semidominator up to
/// its top.
///
/// What is known of a node lies together: where it is in memory is most of what it costs.
private struct LinkedForest: ~Copyable {
    private struct Link: BitwiseCopyable {
        /// The next one up that is known.
        var ancestor: UInt32
        /// The earliest semidominator from the node up to below that one.
        var earliest: UInt32
    }

    private let links: LargeTable<Link>

    init(count: Int) { links = LargeTable(repeating: Link(ancestor: 0, earliest: 0), count: count) }

    /// Links a node to its parent in the walk.
    func link(_ number: Int, to parent: UInt32, _ semidominator: UInt32) {
        links[number] = Link(ancestor: parent, earliest: semidominator)
    }

    /// The earliest semidominator on the way up from a node that is linked.
    ///
    /// - Parameter last: the highest number that is not linked yet: no number above needs to be read to know that it is.
    func earliest(_ number: UInt32, above last: UInt32) -> UInt32 {
        var at = number
        var link = links[at]
        guard link.ancestor > last else { return link.earliest }
        // Up to below the top, or to where none further up can be earlier. On the way back down what is above has to be known, so that each keeps what is below it.
        var below = HeapSnapshot.none
        while link.ancestor > last, link.earliest != 0 {
            let above = link.ancestor
            links[at].ancestor = below
            below = at
            at = above
            link = links[at]
        }
        // The last one knows all; from there down, each takes over what is known of the one above it.
        let top = link.ancestor
        var earliest = link.earliest
        while below != HeapSnapshot.none {
            let place = below
            below = links[place].ancestor
            earliest = min(earliest, links[place].earliest)
            links[place] = Link(ancestor: top, earliest: earliest)
        }
        return earliest
    }
}
