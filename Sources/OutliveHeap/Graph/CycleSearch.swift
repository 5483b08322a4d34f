/// Finds the shortest cycle through a node, from both sides at once.
struct CycleSearch {
    /// How a node was found from one side: how many steps away, and by what it was.
    private struct Step {
        var distance: Int
        /// The node before it, seen from that side.
        var from: UInt32
    }

    /// One side: the nodes found so far, and those that were found last.
    private struct Side {
        var steps: [UInt32: Step]
        var edge: [UInt32]
        var distance = 0
        /// How many references are to be looked at for the next step.
        var work = 0

        init(_ node: UInt32) { (steps, edge) = ([node: Step(distance: 0, from: node)], [node]) }
    }

    private let graph: HeapGraph
    private let components: HeapComponents

    /// Makes a search.
    ///
    /// - Parameter components: cycles are looked for within one of these.
    init(_ graph: HeapGraph, _ components: HeapComponents) {
        (self.graph, self.components) = (graph, components)
    }

    /// The edges of the shortest cycle through a node of a component, beginning with the one that leads away from it; one
    /// that has no doubtful reference, where there is such a cycle.
    ///
    /// - Complexity: O(what lies half of the cycle's length around the node); at most O(nodes and edges of the component).
    func cycle(through node: Int) -> [Int] { cycle(through: node, WorkBudget(steps: .max)) ?? [] }

    /// The same; nil where the budget does not suffice.
    func cycle(through node: Int, _ budget: WorkBudget) -> [Int]? {
        for worst in [Hold.field, .word, .raw] {
            if let nodes = shortest(through: UInt32(node), worst: worst, budget) {
                return edges(along: nodes, worst: worst)
            }
            guard budget.isLeft else { return nil }
        }
        return []
    }

    /// The number of the component that a node is in; nil where it is in none.
    func component(of node: Int) -> Int? { components.component(of: node) }

    /// The edges by which all nodes of a component are reached from some of them, by the node that each leads to.
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

    /// The nodes of the shortest cycle, the one that was asked for first and last.
    private func shortest(through node: UInt32, worst: Hold, _ budget: WorkBudget) -> [UInt32]? {
        let number = components.component(of: Int(node))
        var sides = [Side(node), Side(node)]
        // The last node from the one side, and the first from the other.
        var best: (length: Int, ends: [UInt32])?
        // All cycles that are no longer than what both sides have seen together were met.
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

    /// The nodes from where two sides met back to where one began.
    private func way(from end: UInt32, to start: UInt32, _ side: Side) -> [UInt32] {
        var nodes = [end]
        while let last = nodes.last, last != start, let step = side.steps[last] { nodes.append(step.from) }
        return nodes
    }

    private func neighbours(of node: UInt32, isAhead: Bool, worst: Hold) -> [UInt32] {
        let node = Int(node)
        if isAhead {
            return graph.snapshot.nodes[node].edges.lazy.filter { graph.holds[$0] <= worst }
                .map { graph.snapshot.edges[$0].target }
        }
        return zip(graph.referrers(of: node), graph.referrerHolds(of: node)).lazy.filter { $0.1 <= worst }.map(\.0)
    }

    /// Of each two nodes the best edge from the one to the other.
    private func edges(along nodes: [UInt32], worst: Hold) -> [Int] {
        zip(nodes, nodes.dropFirst()).map { from, to in
            let edges = graph.snapshot.nodes[Int(from)].edges.lazy.filter { graph.snapshot.edges[$0].target == to }
            return edges.min { (graph.holds[$0], $0) < (graph.holds[$1], $1) }!
        }
    }
}
