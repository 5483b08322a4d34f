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
    /// For each type of the snapshot the first one of its name.
    let firstTypes: [UInt32]

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
    public init(_ graph: HeapGraph) { self.init(graph, growing: .none) }

    /// Finds the paths; those to growing nodes enter what grows by the reference that explains the most.
    ///
    /// - Complexity: O(nodes + edges + roots log roots), and that of `GrowthBorder` where anything grows.
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
        var selfKept: SelfKept?
        search.spread(
            from: lasting
                + tasks.lazy.filter { !growing.contains($0) }
                .map { PathSearch.Start(node: UInt32($0), arrival: Arrival.task, cost: RootCosts.task) }
        ) { arrivals in
            guard growing.isEmpty else { return [] }
            // At no cost are what the program's variables lead to by fields.
            let kept = SelfKept(graph, beyond: arrivals)
            selfKept = kept
            return kept.nodes
        }
        search.spread(from: starts[.mapping, default: []])
        // Words on stacks are often stale. One that points into a cycle, which keeps itself, tells nothing.
        search.spread(from: starts[.stack, default: []].filter { selfKept?.isInCycle(Int($0.node)) != true })
        search.open(selfKept?.nodes ?? growingNodes)
        if !growing.isEmpty {
            let border = GrowthBorder(
                graph, to: growing, arrivals: search.arrivals, firstRoot: arrival.firstRoot, types: firstTypes)
            let kept = SelfKept(graph, besides: search.arrivals)
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
            // Of two explanations a cycle is the better one: it needs no retain that nothing shows.
            unheld.append(
                PathSearch.Start(node: UInt32(node), arrival: Arrival.nothing, cost: isInCycle ? 0 : 1))
        }
        search.spread(from: unheld)
        arrivals = search.arrivals
    }

    /// What is before a node on its path.
    enum Before: Hashable {
        /// The edge of this index.
        case edge(Int)
        case origin(HeapPath.Origin)
    }

    /// What is before a node on its path; of a node that only cycles keep that it is in one.
    func before(_ node: Int) -> Before {
        if components.component(of: node) != nil { return .origin(.cycle) }
        let edges = graph.snapshot.edges.count
        switch arrivals[node] {
        case Arrival.task: return .origin(.task)
        case Arrival.nothing: return .origin(.unheld)
        case let arrival: return Int(arrival) < edges ? .edge(Int(arrival)) : .origin(.root(Int(arrival) - edges))
        }
    }

    /// The best path to a node.
    ///
    /// - Complexity: O(length log nodes); of a node that only a cycle holds, see `CycleSearch`.
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

    /// The search for cycles among what no root holds.
    var cycles: CycleSearch { CycleSearch(graph, components) }

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
}
