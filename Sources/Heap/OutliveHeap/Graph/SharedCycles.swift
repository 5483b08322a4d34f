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
    /// For each node in a cycle found so far, one such cycle and the place of the node in it.
    private var places: [Int: (cycle: Int, place: Int)] = [:]
    /// The first cycle found in each component.
    private var first: [Int: Int] = [:]
    /// For each component, the edges that lead from its first cycle to the other nodes.
    private var ways: [Int: [Int: Int]] = [:]

    init(_ paths: RetentionPaths) { (graph, search) = (paths.graph, paths.cycles) }

    /// The number of steps taken.
    private(set) var used = 0

    /// Returns the path from a cycle to a node, or the cycle alone if the node is in it.
    ///
    /// - Parameter node: A node that only cycles keep alive.
    /// - Complexity: O(nodes and edges of the component) for the first node of each component and for all others
    ///   together; O(length) in addition.
    mutating func path(to node: Int) -> HeapPath {
        let component = search.component(of: node) ?? 0
        let isFirst = first[component] == nil
        let left = isFirst ? .max : places[node] == nil ? budget.steps - budget.used : Self.stepsOfKnown
        if isFirst || budget.isLeft {
            let own = WorkBudget(steps: left)
            let found = search.cycle(through: node, own)
            used += own.used
            if !isFirst { budget.take(own.used) }
            if let found {
                keep(found, through: node, component)
                return path(around: found, node)
            }
        }
        if let known = places[node] { return path(around: rotated(known), node) }
        return way(to: node, component)
    }

    private mutating func keep(_ cycle: [Int], through node: Int, _ component: Int) {
        guard first[component] == nil || places[node] == nil else { return }
        if first[component] == nil { first[component] = cycles.count }
        var source = node
        for (place, edge) in cycle.enumerated() {
            if places[source] == nil { places[source] = (cycles.count, place) }
            source = Int(graph.snapshot.edges[edge].target)
        }
        cycles.append(cycle)
    }

    private func path(around cycle: [Int], _ node: Int) -> HeapPath {
        HeapPath(origin: .cycle, nodes: [node], edges: []).entered(by: cycle, graph)
    }

    private func rotated(_ known: (cycle: Int, place: Int)) -> [Int] {
        Array(cycles[known.cycle][known.place...] + cycles[known.cycle][..<known.place])
    }

    /// Returns the first cycle of a component and the path from it to a node.
    private mutating func way(to node: Int, _ component: Int) -> HeapPath {
        let cycle = cycles[first[component]!]
        let members = cycle.map { Int(graph.snapshot.edges[$0].target) }
        if ways[component] == nil { ways[component] = search.ways(from: members) }
        var path = HeapPath(origin: .cycle, nodes: [node], edges: [])
        var start = node
        while let edge = ways[component]![start] {
            path.edges.append(edge)
            start = graph.snapshot.source(ofEdge: edge)
            path.nodes.append(start)
        }
        path.nodes.reverse()
        path.edges.reverse()
        // The edge after the one that leads to `start` leaves it.
        let place = members.firstIndex(of: start).map { ($0 + 1) % cycle.count } ?? 0
        return path.entered(by: Array(cycle[place...] + cycle[..<place]), graph)
    }
}
