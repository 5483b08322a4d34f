internal import OutliveModel

/// The best path to each node: from globals, tasks and thread-locals if possible, then from mappings and stacks, else
/// the cycle that keeps it alive.
///
/// It takes 8 bytes per node in addition to the graph.
package struct RetentionPaths: Sendable {
    /// The graph that contains the paths.
    package let graph: HeapGraph
    /// For each node, the edge through which its path arrives, or one of `Arrival`.
    private let arrivals: [UInt32]
    let components: HeapComponents
    /// For each type of the snapshot, the first type with the same name.
    let firstTypes: [UInt32]

    /// The arrival values that are not edges.
    ///
    /// A file has at most 4 GiB, so these values never collide with the numbers of edges and roots.
    private struct Arrival {
        /// The node is a task.
        static let task = UInt32.max - 1
        /// The node has no holder, or is in a cycle that nothing else holds.
        static let nothing = UInt32.max - 2
        /// The first root; lower values are edges.
        let firstRoot: UInt32

        func root(_ index: Int) -> UInt32 { firstRoot + UInt32(index) }
    }

    /// Finds the paths.
    ///
    /// - Complexity: O(nodes + edges + roots log roots).
    package init(_ graph: HeapGraph) { self.init(graph, growing: .none) }

    /// Finds the paths; those to growing nodes enter the growth through the reference that explains the most of it.
    ///
    /// - Complexity: O(nodes + edges + roots log roots), and that of `GrowthEntrances` if anything grows.
    init(_ graph: HeapGraph, growing: GrowingNodes) {
        self.graph = graph
        let snapshot = graph.snapshot
        firstTypes = ReferenceLabel.types(snapshot)
        let arrival = Arrival(firstRoot: UInt32(snapshot.edges.count))
        var search = PathSearch(graph)
        let starts = RootCosts(snapshot).starts(arrival.root)
        let lasting = starts[.lasting, default: []]
        let growingNodes = growing.all
        search.close(growingNodes)
        let tasks = snapshot.nodes.indices.filter(graph.isTask)
        var selfKept: IsolatedCycles?
        search.spread(
            from: lasting
                + tasks.lazy.filter { !growing.contains($0) }
                .map { PathSearch.Start(node: UInt32($0), arrival: Arrival.task, cost: RootCosts.task) }
        ) { arrivals in
            guard growing.isEmpty else { return [] }
            // The nodes of cost 0 are those that globals of the program reach through fields.
            let kept = IsolatedCycles(graph, beyond: arrivals)
            selfKept = kept
            return kept.nodes
        }
        search.spread(from: starts[.mapping, default: []])
        // Words on stacks are often stale. One that points into a cycle, which keeps itself alive, is no evidence.
        search.spread(from: starts[.stack, default: []].filter { selfKept?.isInCycle(Int($0.node)) != true })
        search.open(selfKept?.nodes ?? growingNodes)
        if !growing.isEmpty {
            let border = GrowthEntrances(
                graph, to: growing, arrivals: search.arrivals, firstRoot: arrival.firstRoot, types: firstTypes)
            let kept = IsolatedCycles(graph, besides: search.arrivals)
            search.close(kept.nodes)
            let ownTasks = tasks.filter(growing.contains)
                .map { PathSearch.Start(node: UInt32($0), arrival: Arrival.task, cost: RootCosts.growingTask) }
            search.spread(from: border.starts + ownTasks)
            search.open(kept.nodes)
        }
        let rest = LargeTable(repeating: false, count: snapshot.nodes.count)
        for (node, arrival) in search.arrivals.enumerated() where arrival == PathSearch.unreached { rest[node] = true }
        components = HeapComponents(graph, among: rest, worst: .raw)
        var unheld: [PathSearch.Start] = []
        for node in snapshot.nodes.indices where rest[node] {
            let isInCycle = components.component(of: node) != nil
            guard isInCycle || graph.referrers(of: node).isEmpty else { continue }
            // A cycle is the better explanation: it needs no retain that the snapshot does not show.
            unheld.append(
                PathSearch.Start(node: UInt32(node), arrival: Arrival.nothing, cost: isInCycle ? 0 : 1))
        }
        search.spread(from: unheld)
        arrivals = search.arrivals
    }

    /// The predecessor of a node on its path.
    enum Before: Hashable {
        /// The edge of this index.
        case edge(Int)
        case origin(HeapPath.Origin)
    }

    /// Returns the predecessor of a node on its path, or a cycle as its origin if only cycles keep it alive.
    func before(_ node: Int) -> Before {
        if components.component(of: node) != nil { return .origin(.cycle) }
        let edges = graph.snapshot.edges.count
        switch arrivals[node] {
        case Arrival.task: return .origin(.task)
        case Arrival.nothing: return .origin(.unheld)
        case let arrival: return Int(arrival) < edges ? .edge(Int(arrival)) : .origin(.root(Int(arrival) - edges))
        }
    }

    /// Returns the best path to a node.
    ///
    /// - Complexity: O(length log nodes); for a node that only a cycle keeps alive, see `CycleSearch`.
    func path(to node: Int) -> HeapPath {
        var path = HeapPath(origin: .unheld, nodes: [node], edges: [])
        var first = node
        while case .edge(let edge) = before(first) {
            path.edges.append(edge)
            first = graph.snapshot.source(ofEdge: edge)
            path.nodes.append(first)
        }
        path.nodes.reverse()
        path.edges.reverse()
        guard case .origin(let origin) = before(first) else { return path }
        path.origin = origin
        return origin == .cycle ? path.entered(by: cycles.cycle(through: first), graph) : path
    }

    var cycles: CycleSearch { CycleSearch(graph, components) }

    /// Returns the starts of all paths: targets of roots, tasks, nodes without a holder, and one node of each otherwise
    /// unheld cycle.
    ///
    /// A node can occur more than once.
    func beginnings() -> [UInt32] {
        let snapshot = graph.snapshot
        // A root that points into a cycle without being the origin of its path is a stale word on a stack.
        var nodes: [UInt32] = snapshot.roots.lazy.map(\.node).filter {
            !snapshot.nodes[Int($0)].isDeinitialised && components.component(of: Int($0)) == nil
        }
        // The first node of each component, unless the component is held from outside.
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
}
