internal import OutliveModel

/// The best path to every node: from globals, tasks and thread-locals where there is one, then from other memory and
/// stacks; else the cycle that keeps it.
///
/// Beside the graph it takes 8 bytes a node.
public struct RetentionPaths: Sendable {
    /// What the paths are in.
    public let graph: HeapGraph
    /// For each node the edge by which its path arrives, or one of `Arrival`.
    private let arrivals: [UInt32]
    /// The cycles of what no root holds.
    let components: HeapComponents

    /// What else than an edge is before a node.
    ///
    /// Files are at most 4 GiB large, so that numbers are left beside those of edges and roots.
    private struct Arrival {
        /// It is a task.
        static let task = UInt32.max - 1
        /// Nothing holds it, or it is in a cycle that nothing else holds.
        static let nothing = UInt32.max - 2
        /// The first root; those before it are edges.
        let firstRoot: UInt32

        func root(_ index: Int) -> UInt32 { firstRoot + UInt32(index) }
    }

    /// Finds the paths.
    ///
    /// - Complexity: O(nodes + edges + roots log roots).
    public init(_ graph: HeapGraph) {
        self.graph = graph
        let snapshot = graph.snapshot
        let arrival = Arrival(firstRoot: UInt32(snapshot.edges.count))
        var search = PathSearch(graph)
        let starts = RootCosts(snapshot).starts(arrival.root)
        let tasks = snapshot.nodes.indices.filter(graph.isTask)
        search.spread(
            from: starts[.lasting, default: []]
                + tasks.map { PathSearch.Start(node: UInt32($0), arrival: Arrival.task, cost: RootCosts.task) })
        search.spread(from: starts[.mapping, default: []])
        // Words on stacks are often stale. One that points into a cycle, which keeps itself, tells nothing.
        var rest = search.arrivals.map { $0 == PathSearch.unreached }
        let cycles = HeapComponents(graph, among: rest, worst: .field)
        search.spread(from: starts[.stack, default: []].filter { cycles.component(of: Int($0.node)) == nil })
        rest = search.arrivals.map { $0 == PathSearch.unreached }
        components = HeapComponents(graph, among: rest, worst: .raw)
        var unheld: [PathSearch.Start] = []
        for node in snapshot.nodes.indices where rest[node] {
            let isInCycle = components.component(of: node) != nil
            guard isInCycle || graph.referrers(of: node).isEmpty else { continue }
            // Of two explanations a cycle is the better one: it needs no retain that nobody sees.
            unheld.append(
                PathSearch.Start(node: UInt32(node), arrival: Arrival.nothing, cost: isInCycle ? 0 : 1))
        }
        search.spread(from: unheld)
        arrivals = search.arrivals
    }

    /// The best path to a node.
    ///
    /// - Complexity: O(length log nodes); of a node that is in a cycle and that no root leads to, see `CycleSearch`.
    func path(to node: Int) -> HeapPath {
        if components.component(of: node) != nil { return cycle(through: node) }
        let snapshot = graph.snapshot
        var path = HeapPath(origin: .unheld, nodes: [node], edges: [])
        var first = node
        while Int(arrivals[first]) < snapshot.edges.count {
            path.edges.append(Int(arrivals[first]))
            first = snapshot.source(ofEdge: Int(arrivals[first]))
            path.nodes.append(first)
        }
        path.nodes.reverse()
        path.edges.reverse()
        switch arrivals[first] {
        case Arrival.task: path.origin = .task
        case Arrival.nothing:
            guard components.component(of: first) != nil else { break }
            var loop = cycle(through: first)
            loop.nodes += path.nodes.dropFirst()
            loop.edges += path.edges
            path = loop
        case let arrival: path.origin = .root(Int(arrival) - snapshot.edges.count)
        }
        return path
    }

    /// Where all paths begin: at what roots hold, at tasks, at what nothing holds, and at one node of each cycle that
    /// nothing else holds; some more than once.
    func beginnings() -> [UInt32] {
        let snapshot = graph.snapshot
        // A root that leads into a cycle, and yet is not the beginning of its path, is a word on a stack that tells nothing.
        var nodes: [UInt32] = snapshot.roots.lazy.map(\.node).filter {
            !snapshot.nodes[Int($0)].isDeinitialised && components.component(of: Int($0)) == nil
        }
        // By the number of a component, from the highest down: its first node, unless it is held from outside.
        var first = [UInt32?](repeating: nil, count: components.count)
        var isHeld = [Bool](repeating: false, count: components.count)
        for node in snapshot.nodes.indices {
            if let component = components.component(of: node) {
                if first[component] == nil { first[component] = UInt32(node) }
                if !isHeld[component] {
                    isHeld[component] = graph.referrers(of: node).contains {
                        components.component(of: Int($0)) != component
                    }
                }
            } else if arrivals[node] == Arrival.nothing || graph.isTask(node) {
                nodes.append(UInt32(node))
            }
        }
        for component in first.indices where !isHeld[component] {
            if let node = first[component] { nodes.append(node) }
        }
        return nodes
    }

    private func cycle(through node: Int) -> HeapPath {
        let edges = CycleSearch(graph, components).cycle(through: node)
        let nodes = [node] + edges.map { Int(graph.snapshot.edges[$0].target) }
        return HeapPath(origin: .cycle, nodes: nodes, edges: edges, loop: edges.count)
    }
}
