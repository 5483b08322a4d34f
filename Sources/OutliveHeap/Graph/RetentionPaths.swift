internal import OutliveModel

/// The best path to every node: from globals where there is one, then from thread-locals, tasks, other memory and stacks;
/// else the cycle that keeps it.
struct RetentionPaths: Sendable {
    private enum Arrival: Hashable {
        case unreached
        case root(Int)
        case task
        case edge(Int)
    }

    private let graph: HeapGraph
    private var arrivals: [Arrival]
    /// For each node the one before it on its path.
    private var parents: [UInt32]

    /// Finds the paths.
    ///
    /// - Complexity: O(nodes + edges).
    init(_ graph: HeapGraph) {
        self.graph = graph
        let snapshot = graph.snapshot
        arrivals = Array(repeating: .unreached, count: snapshot.nodes.count)
        parents = Array(repeating: HeapSnapshot.none, count: snapshot.nodes.count)
        for kind in [HeapSnapshot.Root.Kind.global, .threadLocal] { reach(from: kind) }
        for node in snapshot.nodes.indices
        where arrivals[node] == .unreached && snapshot.types[Int(snapshot.nodes[node].type)].type?.kind == .task {
            arrivals[node] = .task
            spread(from: [node])
        }
        for kind in [HeapSnapshot.Root.Kind.mapping, .stack] { reach(from: kind) }
    }

    private mutating func reach(from kind: HeapSnapshot.Root.Kind) {
        var reached: [Int] = []
        for (index, root) in graph.snapshot.roots.enumerated() where root.kind == kind {
            let node = Int(root.node)
            guard arrivals[node] == .unreached, !graph.snapshot.nodes[node].isDeinitialised else { continue }
            arrivals[node] = .root(index)
            reached.append(node)
        }
        spread(from: reached)
    }

    private mutating func spread(from start: [Int]) {
        var queue = start
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for index in graph.snapshot.edges(ofNode: node).indices where graph.holds[index] != .none {
                let target = Int(graph.snapshot.edges[index].target)
                guard arrivals[target] == .unreached else { continue }
                arrivals[target] = .edge(index)
                parents[target] = UInt32(node)
                queue.append(target)
            }
        }
    }

    /// The best path to a node.
    ///
    /// - Complexity: O(length); of a node that no root leads to O(what it leads to and is led to from).
    func path(to node: Int) -> HeapPath {
        guard arrivals[node] != .unreached else { return cycle(through: node) }
        var path = HeapPath(origin: .unheld, nodes: [node], edges: [])
        while case .edge(let edge) = arrivals[path.nodes.last!] {
            path.edges.append(edge)
            path.nodes.append(Int(parents[path.nodes.last!]))
        }
        if case .root(let index) = arrivals[path.nodes.last!] { path.origin = .root(index) }
        if case .task = arrivals[path.nodes.last!] { path.origin = .task }
        path.nodes.reverse()
        path.edges.reverse()
        return path
    }

    private func cycle(through node: Int) -> HeapPath {
        var before: [Int: (node: Int, edge: Int)] = [:]
        var queue = [node]
        var next = 0
        while next < queue.count, before[node] == nil {
            let from = queue[next]
            next += 1
            for index in graph.snapshot.edges(ofNode: from).indices where graph.holds[index] != .none {
                let target = Int(graph.snapshot.edges[index].target)
                guard before[target] == nil else { continue }
                before[target] = (from, index)
                queue.append(target)
            }
        }
        guard before[node] != nil else { return HeapPath(origin: .unheld, nodes: [node], edges: []) }
        var path = HeapPath(origin: .cycle, nodes: [node], edges: [])
        repeat {
            let step = before[path.nodes.last!]!
            path.nodes.append(step.node)
            path.edges.append(step.edge)
        } while path.nodes.last != node
        path.nodes.reverse()
        path.edges.reverse()
        path.loop = path.edges.count
        return path
    }
}
