/// A bidirectional search for the shortest reference cycle through a node.
struct CycleSearch {
    private struct Step {
        var distance: Int
        /// The neighbour through which this side of the search reached the node.
        var from: UInt32
    }

    /// One side of the search: the nodes found so far, and its frontier.
    private struct Side {
        var steps: [UInt32: Step]
        var edge: [UInt32]
        var distance = 0
        /// The number of references that the next step of this side visits.
        var work = 0

        init(_ node: UInt32) { (steps, edge) = ([node: Step(distance: 0, from: node)], [node]) }
    }

    private let graph: HeapGraph
    private let components: HeapComponents

    /// Creates a search.
    ///
    /// - Parameter components: The strongly connected components; a cycle never leaves the component of its node.
    init(_ graph: HeapGraph, _ components: HeapComponents) {
        (self.graph, self.components) = (graph, components)
    }

    /// Returns the edges of the shortest cycle through a node of a component, starting with the edge that leaves the
    /// node.
    ///
    /// A cycle without doubtful references is preferred to a shorter one.
    ///
    /// - Complexity: O(nodes and edges within half of the cycle's length), at most O(nodes and edges of the component).
    func cycle(through node: Int) -> [Int] { cycle(through: node, WorkBudget(steps: .max)) ?? [] }

    /// Returns the edges of the shortest cycle through a node, or `nil` if the budget runs out.
    func cycle(through node: Int, _ budget: WorkBudget) -> [Int]? {
        for worst in [ReferenceStrength.field, .word, .raw] {
            if let nodes = shortest(through: UInt32(node), worst: worst, budget) {
                return edges(along: nodes, worst: worst)
            }
            guard budget.isLeft else { return nil }
        }
        return []
    }

    /// Returns the number of the component of a node, or `nil` if the node is in none.
    func component(of node: Int) -> Int? { components.component(of: node) }

    /// Returns the edges of a breadth-first search from some nodes of a component, keyed by the node that each leads
    /// to.
    ///
    /// - Complexity: O(nodes and edges of the component).
    func ways(from nodes: [Int]) -> [Int: Int] {
        var ways: [Int: Int] = [:]
        var queue = nodes
        let starts = Set(nodes)
        var next = 0
        while next < queue.count {
            let number = components.component(of: queue[next])
            for edge in graph.snapshot.nodes[queue[next]].edges where graph.holds[edge] != .none {
                let target = Int(graph.snapshot.edges[edge].target)
                guard components.component(of: target) == number, !starts.contains(target), ways[target] == nil else {
                    continue
                }
                ways[target] = edge
                queue.append(target)
            }
            next += 1
        }
        return ways
    }

    /// Returns the nodes of the shortest cycle, which starts and ends with `node`.
    private func shortest(through node: UInt32, worst: ReferenceStrength, _ budget: WorkBudget) -> [UInt32]? {
        let number = components.component(of: Int(node))
        var sides = [Side(node), Side(node)]
        // The last node of the forward side and the first node of the backward side.
        var best: (length: Int, ends: [UInt32])?
        // Once the best cycle is no longer than both distances together, no shorter one remains.
        while best.map({ $0.length > sides[0].distance + sides[1].distance }) ?? true,
            !sides[0].edge.isEmpty, !sides[1].edge.isEmpty
        {
            let (own, other) = sides[0].work <= sides[1].work ? (0, 1) : (1, 0)
            sides[own].distance += 1
            let distance = sides[own].distance
            var found: [UInt32] = []
            sides[own].work = 0
            for from in sides[own].edge {
                for to in neighbours(of: from, isAhead: own == 0, worst: worst)
                where components.component(of: Int(to)) == number {
                    budget.take()
                    guard budget.isLeft else { return nil }
                    if let met = sides[other].steps[to], distance + met.distance < best?.length ?? .max {
                        best = (distance + met.distance, own == 0 ? [from, to] : [to, from])
                    }
                    guard sides[own].steps[to] == nil else { continue }
                    sides[own].steps[to] = Step(distance: distance, from: from)
                    sides[own].work +=
                        own == 0
                        ? Int(graph.snapshot.nodes[Int(to)].edgeCount) : graph.referrers(of: Int(to)).count
                    found.append(to)
                }
            }
            sides[own].edge = found
        }
        guard let best else { return nil }
        return way(from: best.ends[0], to: node, sides[0]).reversed() + way(from: best.ends[1], to: node, sides[1])
    }

    /// Returns the nodes from a meeting point back to the start of one side.
    private func way(from end: UInt32, to start: UInt32, _ side: Side) -> [UInt32] {
        var nodes = [end]
        while let last = nodes.last, last != start, let step = side.steps[last] { nodes.append(step.from) }
        return nodes
    }

    private func neighbours(of node: UInt32, isAhead: Bool, worst: ReferenceStrength) -> [UInt32] {
        let node = Int(node)
        if isAhead {
            return graph.snapshot.nodes[node].edges.lazy.filter { graph.holds[$0] <= worst }
                .map { graph.snapshot.edges[$0].target }
        }
        return zip(graph.referrers(of: node), graph.referrerHolds(of: node)).lazy.filter { $0.1 <= worst }.map(\.0)
    }

    /// Returns the best edge between each two consecutive nodes.
    private func edges(along nodes: [UInt32], worst: ReferenceStrength) -> [Int] {
        zip(nodes, nodes.dropFirst()).map { from, to in
            let edges = graph.snapshot.nodes[Int(from)].edges.lazy.filter { graph.snapshot.edges[$0].target == to }
            return edges.min { (graph.holds[$0], $0) < (graph.holds[$1], $1) }!
        }
    }
}
