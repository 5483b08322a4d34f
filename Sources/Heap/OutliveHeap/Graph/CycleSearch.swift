/// A bidirectional search for the shortest reference cycle through a node.
struct CycleSearch {
    /// One side of the search: the nodes found so far, and its frontier.
    private struct Side {
        /// For each node found, its distance and the neighbour through which this side of the search reached it.
        var steps: [UInt32: (distance: Int, from: UInt32)]
        var frontier: [UInt32]
        var distance = 0
        /// The number of references that the next step of this side visits.
        var work = 0

        init(_ node: UInt32) { (steps, frontier) = ([node: (0, node)], [node]) }

        /// Returns the nodes from a meeting point back to the start.
        func path(from end: UInt32) -> [UInt32] {
            var nodes = [end]
            while let last = nodes.last, let step = steps[last], step.distance > 0 { nodes.append(step.from) }
            return nodes
        }
    }

    let graph: HeapGraph
    /// For each type, the rank of its name and kind, by which equally near holders are tried.
    let typeRanks: [UInt32]
    /// The strongly connected components; a cycle never leaves the component of its node.
    let components: StronglyConnectedComponents

    /// Returns the edges of the shortest cycle through a node of a component, starting with the edge that leaves the
    /// node, or `nil` if the budget runs out.
    ///
    /// A cycle without doubtful references is preferred to a shorter one.
    ///
    /// - Complexity: O(nodes and edges within half of the cycle's length), at most O(nodes and edges of the component).
    func cycle(through node: Int, _ budget: WorkBudget = WorkBudget(steps: .max)) -> [Int]? {
        for weakest in [ReferenceStrength.field, .word, .raw] {
            if let nodes = shortest(through: UInt32(node), weakest: weakest, budget) { return edges(along: nodes) }
            guard budget.isLeft else { return nil }
        }
        return []
    }

    /// Returns the nodes of the shortest cycle, which starts and ends with `node`.
    private func shortest(through node: UInt32, weakest: ReferenceStrength, _ budget: WorkBudget) -> [UInt32]? {
        let number = components.component(of: Int(node))
        var sides = [Side(node), Side(node)]
        // The last node of the forward side and the first node of the backward side.
        var best: (length: Int, ends: [UInt32])?
        // Once the best cycle is no longer than both distances together, no shorter one remains.
        while best.map({ $0.length > sides[0].distance + sides[1].distance }) ?? true,
            !sides[0].frontier.isEmpty, !sides[1].frontier.isEmpty
        {
            let (own, other) = sides[0].work <= sides[1].work ? (0, 1) : (1, 0)
            sides[own].distance += 1
            let distance = sides[own].distance
            var found: [UInt32] = []
            sides[own].work = 0
            for from in sides[own].frontier {
                for to in neighbours(of: Int(from), isAhead: own == 0, weakest: weakest)
                where components.component(of: Int(to)) == number {
                    budget.take()
                    guard budget.isLeft else { return nil }
                    if let met = sides[other].steps[to], distance + met.distance < best?.length ?? .max {
                        best = (distance + met.distance, own == 0 ? [from, to] : [to, from])
                    }
                    guard sides[own].steps[to] == nil else { continue }
                    sides[own].steps[to] = (distance, from)
                    sides[own].work +=
                        own == 0
                        ? Int(graph.snapshot.nodes[Int(to)].edgeCount) : graph.referrers(of: Int(to)).count
                    found.append(to)
                }
            }
            sides[own].frontier = found
        }
        guard let best else { return nil }
        return sides[0].path(from: best.ends[0]).reversed() + sides[1].path(from: best.ends[1])
    }

    private func neighbours(of node: Int, isAhead: Bool, weakest: ReferenceStrength) -> [UInt32] {
        if isAhead {
            return graph.links.edges(of: UInt32(node)).lazy.map { graph.links.targets[$0] }
                .filter { $0.isAtLeast(weakest) }.map(\.node)
        }
        let holders = Array(graph.holders(of: node).filter { $0.isAtLeast(weakest) }.map(\.node))
        guard holders.count > 1 else { return holders }
        // The collection of an owner first: the way on from there is the node's own reference back.
        let keys = holders.map { node in
            let type = Int(graph.snapshot.nodes[Int(node)].type)
            let isStorage = graph.snapshot.types[type].elementStride > 0 || graph.snapshot.types[type].isHashTable
            return (isStorage ? 0 : 1, typeRanks[type], node)
        }
        return keys.sorted { $0 < $1 }.map(\.2)
    }

    /// Returns the best edge between each two consecutive nodes.
    private func edges(along nodes: [UInt32]) -> [Int] {
        zip(nodes, nodes.dropFirst()).map { from, to in
            let edges = graph.snapshot.nodes[Int(from)].edges.lazy.filter { graph.snapshot.edges[$0].target == to }
            return edges.min { (graph.strength(ofEdge: $0), $0) < (graph.strength(ofEdge: $1), $1) }!
        }
    }
}

/// The work that all searches of one analysis can do together, so that its duration depends only on the size of the
/// heap.
///
/// It counts visits of nodes and references, not time, so that a heap gets the same result on every machine.
final class WorkBudget {
    /// The number of steps taken, including those after the budget was used up.
    private(set) var used = 0
    /// The number of visits of nodes and references allowed.
    let steps: Int

    init(steps: Int) { self.steps = steps }
    var isLeft: Bool { used < steps }
    func take(_ count: Int = 1) { used += count }
}

/// Cycles through many nodes, where the nodes of one large cycle share it.
///
/// The search finds the shortest cycle through each node while its budget lasts. After that, a cycle found earlier is
/// used for all its nodes and for the nodes that it leads to.
struct SharedCycles {
    /// The maximum number of steps of all searches, apart from the first in each component.
    static let steps = 200_000
    /// The maximum number of steps of one search through a node whose place in a cycle is known.
    private static let stepsOfKnown = 500

    private let graph: HeapGraph
    private let search: CycleSearch
    private let budget = WorkBudget(steps: Self.steps)
    private var cycles: [[Int]] = []
    /// For each node in a cycle found so far, one such cycle and the index of the node in it.
    private var positions: [Int: (cycle: Int, index: Int)] = [:]
    /// The first cycle found in each component.
    private var first: [Int: Int] = [:]
    /// For each component, the edges that lead from its first cycle to the other nodes, by the node that each leads to.
    private var edges: [Int: [Int: Int]] = [:]
    /// The number of steps taken.
    private(set) var used = 0

    init(_ search: CycleSearch) { (graph, self.search) = (search.graph, search) }

    /// Returns the path from a cycle to a node, or the cycle alone if the node is in it.
    ///
    /// - Parameter node: A node that only cycles keep alive.
    /// - Complexity: O(nodes and edges of the component) for the first node of each component and for all others
    ///   together; O(length) in addition.
    mutating func path(to node: Int) -> HeapPath {
        let component = search.components.component(of: node) ?? 0
        let isFirst = first[component] == nil
        let left = isFirst ? .max : positions[node] == nil ? budget.steps - budget.used : Self.stepsOfKnown
        if isFirst || budget.isLeft {
            let own = WorkBudget(steps: left)
            let found = search.cycle(through: node, own)
            used += own.used
            if !isFirst { budget.take(own.used) }
            if let found {
                keep(found, through: node, component)
                return HeapPath(to: node).entered(by: found, graph)
            }
        }
        if let (cycle, index) = positions[node] {
            return HeapPath(to: node).entered(by: cycles[cycle].rotated(to: index), graph)
        }
        return path(fromCycleOf: component, to: node)
    }

    private mutating func keep(_ cycle: [Int], through node: Int, _ component: Int) {
        guard first[component] == nil || positions[node] == nil else { return }
        if first[component] == nil { first[component] = cycles.count }
        var source = node
        for (index, edge) in cycle.enumerated() {
            if positions[source] == nil { positions[source] = (cycles.count, index) }
            source = Int(graph.snapshot.edges[edge].target)
        }
        cycles.append(cycle)
    }

    private mutating func path(fromCycleOf component: Int, to node: Int) -> HeapPath {
        let cycle = cycles[first[component]!]
        let members = cycle.map { Int(graph.snapshot.edges[$0].target) }
        if edges[component] == nil {
            edges[component] =
                graph.breadthFirst(from: members) { edge in
                    graph.isStrong(edge: edge)
                        && search.components.component(of: Int(graph.snapshot.edges[edge].target)) == component
                }.edges
        }
        let path = HeapPath(to: node, graph.snapshot) { edges[component]![$0] }
        // The edge after the one that leads to the first node leaves it.
        let index = members.firstIndex(of: path.nodes[0]).map { ($0 + 1) % cycle.count } ?? 0
        return path.entered(by: cycle.rotated(to: index), graph)
    }
}

extension Array {
    /// Returns the elements from an index on, followed by those before it.
    func rotated(to index: Int) -> [Element] { Array(self[index...] + self[..<index]) }
}
