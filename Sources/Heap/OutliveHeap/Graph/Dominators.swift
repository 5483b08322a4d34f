/// The immediate dominators of the nodes of a graph.
///
/// The algorithm is "semi-NCA" (Georgiadis): semidominators as Lengauer and Tarjan compute them, then the nearest
/// common ancestor of each semidominator and parent.
struct Dominators: Sendable {
    /// The immediate dominator of each node, or `HeapSnapshot.none` for starts and unreachable nodes.
    let immediate: [UInt32]
    /// The reachable nodes, each after its dominator.
    let order: [UInt32]

    /// Computes the dominators.
    ///
    /// - Parameters:
    ///   - starts: The nodes where paths begin; duplicates are allowed.
    /// - Complexity: O((nodes + edges) log nodes), in practice linear, and 20 bytes of scratch memory per node. Only
    ///   contrived graphs make the walk up to an ancestor long.
    init(_ graph: HeapGraph, from starts: [UInt32]) {
        let links = graph.links
        let walk = DepthFirst(links, from: starts)
        // All tables below are indexed by the number of a node in the walk, from 1; 0 is the virtual root above the
        // starts.
        let count = walk.count
        let isStart = LargeTable(repeating: false, count: count)
        for start in starts { isStart[walk.numbers[start]] = true }
        let forest = LinkedForest(count: count)
        let semidominators = LargeTable<UInt32>(repeating: 0, count: count)
        for number in stride(from: count - 1, to: 0, by: -1) {
            let parent = walk.parents[number]
            var semidominator = isStart[number] ? 0 : parent
            if semidominator != 0 {
                for index in links.indices(ofReferrersOf: walk.nodes[number]) {
                    let from = walk.numbers[links.referrers[index].node]
                    guard from != 0 else { continue }
                    // A node with a lower number is not linked yet and stands for itself.
                    let earliest = from <= number ? from : forest.earliest(from, above: UInt32(number))
                    semidominator = min(semidominator, earliest)
                    // 0 is the minimum. Most nodes of a heap reach it, since several paths lead to them.
                    if semidominator == 0 { break }
                }
            }
            semidominators[number] = semidominator
            forest.link(number, to: parent, semidominator)
        }
        // From the top down, replace each parent, which is no longer needed, with the nearest ancestor that is not
        // below the semidominator.
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

/// The reachable nodes in the order of a depth-first walk.
private struct DepthFirst: ~Copyable {
    /// The nodes by number, from 1; entry 0 is unused.
    let nodes: LargeTable<UInt32>
    /// The number of each node, or 0 if it is unreachable.
    let numbers: LargeTable<UInt32>
    /// The number of the node from which each number was found, or 0 for a start.
    let parents: LargeTable<UInt32>
    /// One more than the highest number.
    let count: Int

    init(_ links: HeapLinks, from starts: [UInt32]) {
        let all = links.first.count - 1
        let nodes = LargeTable<UInt32>(repeating: HeapSnapshot.none, count: all + 1)
        let numbers = LargeTable<UInt32>(repeating: 0, count: all)
        let parents = LargeTable<UInt32>(repeating: 0, count: all + 1)
        let visited = BitTable(below: all)
        var next: UInt32 = 1
        // All targets of a node wait from its visit on, so that its edges, which are far apart in memory, are read only
        // once. A node that was found again deeper down is visited from there.
        var waiting: [(node: UInt32, parent: UInt32)] = []
        for start in starts {
            waiting.append((start, 0))
            while let (node, parent) = waiting.popLast() {
                guard !visited.contains(node) else { continue }
                visited.insert(node)
                (numbers[node], nodes[next], parents[next]) = (next, node, parent)
                for edge in links.edges(of: node).reversed() {
                    let link = links.targets[edge]
                    if link.isStrong, !visited.contains(link.node) { waiting.append((link.node, next)) }
                }
                next += 1
            }
        }
        self.nodes = nodes
        self.numbers = numbers
        self.parents = parents
        count = Int(next)
    }
}

/// The forest of nodes already processed, from the highest number down, with path compression.
///
/// The fields of a node share a cache line, because memory latency dominates the cost.
private struct LinkedForest: ~Copyable {
    /// For each node, the nearest ancestor that compressed paths still name, and the earliest semidominator on the path
    /// from the node up to, but not including, that ancestor.
    private let links: LargeTable<(ancestor: UInt32, earliest: UInt32)>

    init(count: Int) { links = LargeTable(repeating: (ancestor: 0, earliest: 0), count: count) }

    func link(_ number: Int, to parent: UInt32, _ semidominator: UInt32) { links[number] = (parent, semidominator) }

    /// Returns the earliest semidominator on the path from a linked node up to its root in the forest.
    ///
    /// - Parameter last: The highest number that is not linked yet. Comparing with it saves a read of each ancestor.
    func earliest(_ number: UInt32, above last: UInt32) -> UInt32 {
        var at = number
        var link = links[at]
        guard link.ancestor > last else { return link.earliest }
        // Walk up to the root, or to a node whose value cannot improve. The reversed `ancestor` links remember the way
        // back down.
        var below = HeapSnapshot.none
        while link.ancestor > last, link.earliest != 0 {
            let above = link.ancestor
            links[at].ancestor = below
            below = at
            at = above
            link = links[at]
        }
        // The last node has the result. On the way down, each node takes over the value of the one above it.
        let top = link.ancestor
        var earliest = link.earliest
        while below != HeapSnapshot.none {
            let node = below
            below = links[node].ancestor
            earliest = min(earliest, links[node].earliest)
            links[node] = (top, earliest)
        }
        return earliest
    }
}
