/// Finds the best path to each node that has none yet: the one with the fewest doubtful references, each counted by how
/// doubtful it is, and of those the shortest.
///
/// Costs are small numbers, so that nodes wait in queues by cost and none has to be sorted. In each queue the shorter paths come
/// first by themselves: all that wait in one have taken a last step of one kind, in the order of what is behind them.
struct PathSearch {
    /// Where a path begins.
    struct Start {
        var node: UInt32
        /// What is written down as the node's arrival.
        var arrival: UInt32
        var cost: Int
    }

    /// What a reference of each kind costs, by its raw value; one that a field names costs nothing.
    static let costs = [0, 2, 5, 8]
    /// A node that no path leads to yet.
    static let unreached = UInt32.max
    /// A node that no path may lead to for now.
    private static let closed = UInt32.max - 3

    private struct Waiting {
        var node: UInt32
        var arrival: UInt32
        var length: UInt32
    }

    /// The waiting nodes of one cost, the shorter paths first.
    private struct Queue {
        private(set) var items: [Waiting] = []
        private var next = 0

        var first: Waiting? { next < items.count ? items[next] : nil }

        mutating func removeFirst() { next += 1 }

        mutating func clear() {
            items.removeAll(keepingCapacity: true)
            next = 0
        }

        mutating func append(_ item: Waiting) { items.append(item) }
    }

    private let graph: HeapGraph
    /// For each node the edge by which its path arrives, or what its start says.
    private(set) var arrivals: [UInt32]

    init(_ graph: HeapGraph) {
        self.graph = graph
        arrivals = Array(repeating: Self.unreached, count: graph.snapshot.nodes.count)
    }

    /// Lets no path lead to or through some nodes that none leads to yet.
    mutating func close(_ nodes: [Int]) {
        for node in nodes where arrivals[node] == Self.unreached { arrivals[node] = Self.closed }
    }

    /// Lets paths lead again to nodes that were closed.
    mutating func open(_ nodes: [Int]) {
        for node in nodes where arrivals[node] == Self.closed { arrivals[node] = Self.unreached }
    }

    /// Spreads paths from some nodes to all that they lead to and no earlier search has reached.
    ///
    /// - Parameter starts: of those with the same cost and node the first counts.
    /// - Complexity: O(starts log starts + nodes + edges).
    mutating func spread(from starts: [Start]) {
        let (nodes, edges, holds) = (graph.snapshot.nodes, graph.snapshot.edges, graph.holds)
        // Queue 0 has the starts of the cost at hand, queue 1 what is reached by fields; the others are rings: one queue for
        // each cost that such a step can lead to from the one at hand.
        var fresh = Queue()
        var rings = Self.costs.map { cost in [Queue](repeating: Queue(), count: cost + 1) }
        let sorted = starts.indices.sorted { (starts[$0].cost, $0) < (starts[$1].cost, $1) }
        var nextStart = 0
        var waiting = 0
        var cost = 0
        while waiting > 0 || nextStart < sorted.count {
            fresh.clear()
            while nextStart < sorted.count, starts[sorted[nextStart]].cost <= cost {
                let start = starts[sorted[nextStart]]
                fresh.append(Waiting(node: start.node, arrival: start.arrival, length: 0))
                nextStart += 1
                waiting += 1
            }
            while true {
                // Which queue has the shortest path; -1 for the starts.
                var best: (kind: Int, item: Waiting)?
                if let item = fresh.first { best = (-1, item) }
                for kind in rings.indices {
                    guard let item = rings[kind][cost % (Self.costs[kind] + 1)].first else { continue }
                    if best.map({ item.length < $0.item.length }) ?? true { best = (kind, item) }
                }
                guard let best else { break }
                waiting -= 1
                if best.kind < 0 {
                    fresh.removeFirst()
                } else {
                    rings[best.kind][cost % (Self.costs[best.kind] + 1)].removeFirst()
                }
                let node = Int(best.item.node)
                guard arrivals[node] == Self.unreached else { continue }
                arrivals[node] = best.item.arrival
                for edge in nodes[node].edges where holds[edge] != .none {
                    let target = edges[edge].target
                    guard arrivals[Int(target)] == Self.unreached else { continue }
                    let kind = Int(holds[edge].rawValue)
                    let place = (cost + Self.costs[kind]) % (Self.costs[kind] + 1)
                    rings[kind][place].append(
                        Waiting(node: target, arrival: UInt32(edge), length: best.item.length + 1))
                    waiting += 1
                }
            }
            for kind in rings.indices { rings[kind][cost % (Self.costs[kind] + 1)].clear() }
            cost += 1
        }
    }
}
