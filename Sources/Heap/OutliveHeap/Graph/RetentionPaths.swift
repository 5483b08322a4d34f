internal import OutliveModel

/// The best path to each node: from globals, tasks and thread-locals if possible, then from mappings and stacks, else
/// the cycle that keeps it alive.
///
/// It takes 8 bytes per node in addition to the graph, and up to 8 more for each node that no root reaches.
package struct RetentionPaths: Sendable {
    package let graph: HeapGraph
    /// For each node, the edge through which its path arrives, or one of the other arrivals of `PathSearch`.
    private let arrivals: [UInt32]
    let components: StronglyConnectedComponents
    /// For each type of the snapshot, the rank of its name and kind.
    let typeRanks: [UInt32]

    /// Finds the paths.
    package init(_ graph: HeapGraph) { self.init(graph, growing: .none) }

    /// Finds the paths; those to growing nodes enter the growth through the reference that explains the most of it.
    init(_ graph: HeapGraph, growing: GrowingNodes) {
        self.graph = graph
        let snapshot = graph.snapshot
        typeRanks = snapshot.typeRanks
        var search = PathSearch(graph)
        let starts = PathSearch.starts(in: snapshot)
        let growingNodes = growing.all
        search.exclude(growingNodes)
        let tasks = snapshot.inOrderOfCreation(snapshot.nodes.indices.filter(graph.isTask))
        func taskStarts(areGrowing: Bool, cost: Int) -> [PathSearch.Start] {
            tasks.filter { growing.contains($0) == areGrowing }
                .map { PathSearch.Start(node: UInt32($0), arrival: PathSearch.arrivalOfTask, cost: cost) }
        }
        var isolated: IsolatedCycles?
        let lasting = starts[.lasting, default: []] + taskStarts(areGrowing: false, cost: PathSearch.costOfTask)
        search.extend(from: lasting) { arrivals in
            guard growing.isEmpty else { return [] }
            // Globals of the program reach the nodes of cost 0 through fields.
            let found = IsolatedCycles(graph, notIn: arrivals)
            isolated = found
            return found.nodes
        }
        search.extend(from: starts[.mapping, default: []])
        // Words on stacks are often stale. One that points into a cycle, which keeps itself alive, is no evidence.
        search.extend(from: starts[.stack, default: []].filter { isolated?.isInCycle(Int($0.node)) != true })
        search.include(isolated?.nodes ?? growingNodes)
        if !growing.isEmpty {
            let entrances = GrowthEntrances(graph, to: growing, arrivals: search.arrivals, typeRanks)
            let isolated =
                IsolatedCycles(graph, notReachableFrom: search.arrivals).nodes
                + growing.inUnheldCycles(of: graph, arrivals: search.arrivals)
            search.exclude(isolated)
            search.extend(from: entrances.starts + taskStarts(areGrowing: true, cost: PathSearch.costOfGrowingTask))
            search.include(isolated)
        }
        let reached = search.arrivals
        let rest = BitTable(below: reached.count) { reached[$0] == PathSearch.unreached }
        components = StronglyConnectedComponents(graph, among: rest, weakest: .raw)
        var unheld: [PathSearch.Start] = []
        for node in snapshot.nodes.indices where rest.contains(UInt32(node)) {
            let isInCycle = components.component(of: node) != nil
            guard isInCycle || graph.referrers(of: node).isEmpty else { continue }
            // A cycle is the better explanation: it needs no retain that the snapshot does not show.
            unheld.append(
                PathSearch.Start(
                    node: UInt32(node), arrival: PathSearch.arrivalOfUnheld, cost: isInCycle ? 0 : 1))
        }
        search.extend(from: unheld)
        arrivals = search.arrivals
    }

    /// Returns the edge through which the path to a node arrives, or `nil` if the path begins at the node.
    func edge(to node: Int) -> Int? {
        let arrival = Int(arrivals[node])
        return components.component(of: node) == nil && arrival < graph.snapshot.edges.count ? arrival : nil
    }

    /// Returns the node before each node on its best path, or `HeapSnapshot.none` for a node at which a path begins.
    ///
    /// - Complexity: O(nodes + edges).
    func holders() -> [UInt32] {
        let links = graph.links
        var holders = [UInt32](large: arrivals.count, repeating: HeapSnapshot.none)
        for node in holders.indices {
            for index in links.edges(of: UInt32(node)) {
                let target = Int(links.targets[index].node)
                if edge(to: target) == index { holders[target] = UInt32(node) }
            }
        }
        return holders
    }

    /// Returns the origin of the path that begins at a node: a cycle if only cycles keep the node alive.
    func origin(at node: Int) -> HeapPath.Origin {
        if components.component(of: node) != nil { return .cycle }
        switch arrivals[node] {
        case PathSearch.arrivalOfTask: return .task
        case PathSearch.arrivalOfUnheld: return .unheld
        case let arrival: return .root(Int(arrival) - graph.snapshot.edges.count)
        }
    }

    /// Returns the best path to a node.
    func path(to node: Int) -> HeapPath {
        var path = HeapPath(to: node, graph.snapshot, along: edge)
        path.origin = origin(at: path.nodes[0])
        guard path.origin == .cycle else { return path }
        return path.entered(by: cycles.cycle(through: path.nodes[0]) ?? [], graph)
    }

    var cycles: CycleSearch { CycleSearch(graph: graph, typeRanks: typeRanks, components: components) }

    /// Returns the starts of all paths: targets of roots, tasks, nodes without a holder, and one node of each otherwise
    /// unheld cycle.
    ///
    /// A node can occur more than once.
    func starts() -> [UInt32] {
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
            } else if arrivals[node] == PathSearch.arrivalOfUnheld || graph.isTask(node) {
                nodes.append(UInt32(node))
            }
        }
        return nodes + zip(first, isHeld).lazy.filter { !$1 }.compactMap(\.0)
    }
}

/// A path of references from a GC root, task or cycle to a node.
struct HeapPath: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// The root of this index in the snapshot's `roots`.
        case root(Int)
        /// A task, which is the first node and lives until it completes.
        case task
        /// A cycle that nothing holds from outside: the first `loop` edges lead from the first node back to it.
        case cycle
        /// A first node without a known holder.
        case unheld
    }

    var origin = Origin.unheld
    /// The nodes, the destination last.
    var nodes: [Int]
    /// The edges between consecutive nodes, as indices in the snapshot.
    var edges: [Int] = []
    /// The number of leading edges that form the cycle, or 0 if the origin is not a cycle.
    ///
    /// If the destination is in the cycle, all edges count.
    var loop = 0
    /// The places in `edges` of folded references, which stand for a repeating run.
    ///
    /// The node before such an edge is not the target of the previous edge, but one of the same type further along.
    var runs: Set<Int> = []
}

extension HeapPath {
    /// Creates a path without references.
    init(to node: Int) { self.init(nodes: [node]) }

    /// Creates a path from its end.
    ///
    /// - Parameter edge: Returns the edge that leads to a node, or `nil` for the first node.
    init(to node: Int, _ snapshot: HeapSnapshot, along edge: (Int) -> Int?) {
        self.init(to: node)
        while let edge = edge(nodes[nodes.count - 1]) {
            edges.append(edge)
            nodes.append(snapshot.source(ofEdge: edge))
        }
        nodes.reverse()
        edges.reverse()
    }

    /// Returns the path prefixed with a cycle.
    ///
    /// - Parameter cycle: The edges from the first node back to it.
    func entered(by cycle: [Int], _ graph: HeapGraph) -> HeapPath {
        let nodes = [self.nodes[0]] + cycle.map { Int(graph.snapshot.edges[$0].target) }
        return HeapPath(
            origin: .cycle, nodes: nodes + self.nodes.dropFirst(), edges: cycle + edges, loop: cycle.count)
    }
}
