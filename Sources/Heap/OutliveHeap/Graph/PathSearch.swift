/// A search for the best path to each node: the one with the lowest sum of doubt, then the shortest.
///
/// Costs are small integers, so nodes wait in one queue per cost and need no sorting. Each queue yields shorter paths
/// first: all its paths end with the same kind of reference, in the order of their predecessors.
struct PathSearch {
    struct Start {
        var node: UInt32
        /// The value stored as the node's arrival.
        var arrival: UInt32
        var cost: Int
    }

    /// The cost of a reference by the raw value of its `ReferenceStrength`. A known field costs nothing.
    static let costs = [0, 2, 5, 8]
    /// The arrival of a node without a path.
    static let unreached = UInt32.max
    /// The arrival of a node that paths must currently avoid.
    private static let closed = UInt32.max - 3

    private struct Waiting: BitwiseCopyable {
        var node: UInt32
        var arrival: UInt32
        var length: UInt32
    }

    private struct Queue {
        private var items: [Waiting] = []
        private var next = 0
        /// The length of the first path, or `UInt32.max` if the queue is empty.
        private(set) var length = UInt32.max

        mutating func append(_ item: Waiting) {
            if next == items.count { length = item.length }
            items.append(item)
        }

        mutating func removeFirst() -> Waiting {
            let item = items[next]
            next += 1
            if next < items.count {
                length = items[next].length
            } else {
                items.removeAll(keepingCapacity: true)
                next = 0
                length = .max
            }
            return item
        }
    }

    private let graph: HeapGraph
    /// For each node, the edge through which its path arrives, or the arrival of its start.
    private(set) var arrivals: [UInt32]

    init(_ graph: HeapGraph) {
        self.graph = graph
        arrivals = Array(large: graph.snapshot.nodes.count, repeating: Self.unreached)
    }

    /// Closes unreached nodes, so that no path leads to or through them.
    mutating func close(_ nodes: [Int]) {
        for node in nodes where arrivals[node] == Self.unreached { arrivals[node] = Self.closed }
    }

    mutating func open(_ nodes: [Int]) {
        for node in nodes where arrivals[node] == Self.closed { arrivals[node] = Self.unreached }
    }

    /// Extends paths from the starts to all nodes that no earlier search reached.
    ///
    /// - Parameters:
    ///   - starts: The starts; of several with the same node and cost the first counts.
    ///   - closed: Called with the arrivals once all nodes of cost 0 are reached. The nodes that it returns are closed
    ///     for the rest of the search.
    /// - Complexity: O(starts log starts + nodes + edges).
    mutating func spread(
        from starts: [Start], closing closed: (UnsafeMutableBufferPointer<UInt32>) -> [Int] = { _ in [] }
    ) {
        let sorted = starts.indices.sorted { (starts[$0].cost, $0) < (starts[$1].cost, $1) }.map { starts[$0] }
        let links = graph.links
        arrivals.withUnsafeMutableBufferPointer { Self.spread(from: sorted, along: links, $0, closing: closed) }
    }

    private static func spread(
        from starts: [Start], along links: HeapLinks, _ arrivals: UnsafeMutableBufferPointer<UInt32>,
        closing closed: (UnsafeMutableBufferPointer<UInt32>) -> [Int]
    ) {
        // The first queue contains the starts of the current cost. The others form one ring per kind of reference, with
        // a queue for each cost that such a reference can lead to from the current one.
        var queues = [Queue](repeating: Queue(), count: 1 + costs.reduce(0) { $0 + $1 + 1 })
        let rings = costs.indices.map { kind in 1 + costs[..<kind].reduce(0) { $0 + $1 + 1 } }
        // For each kind, the queue of the current cost, and the queue that the next such reference is appended to.
        var (own, next) = (Kinds(), Kinds())
        var nextStart = 0
        var waiting = 0
        var cost = 0
        repeat {
            for kind in costs.indices {
                own[kind] = rings[kind] + cost % (costs[kind] + 1)
                next[kind] = rings[kind] + (cost + costs[kind]) % (costs[kind] + 1)
            }
            while nextStart < starts.count, starts[nextStart].cost <= cost {
                queues[0].append(
                    Waiting(node: starts[nextStart].node, arrival: starts[nextStart].arrival, length: 0))
                nextStart += 1
                waiting += 1
            }
            while true {
                // The queue with the shortest path; of several, the one of the more certain kind.
                var best = 0
                var length = queues[0].length
                for kind in 0..<Kinds.count where queues[own[kind]].length < length {
                    best = own[kind]
                    length = queues[best].length
                }
                guard length != .max else { break }
                waiting -= 1
                let item = queues[best].removeFirst()
                guard arrivals[Int(item.node)] == unreached else { continue }
                arrivals[Int(item.node)] = item.arrival
                for edge in links.edges(of: item.node) {
                    let link = links.targets[edge]
                    guard link.isHolding, arrivals[Int(link.node)] == unreached else { continue }
                    queues[next[link.kind]].append(
                        Waiting(node: link.node, arrival: UInt32(edge), length: item.length + 1))
                    waiting += 1
                }
            }
            if cost == 0 {
                for node in closed(arrivals) where arrivals[node] == unreached { arrivals[node] = Self.closed }
            }
            cost += 1
        } while waiting > 0 || nextStart < starts.count
    }

    private struct Kinds {
        static let count = 4
        private var numbers = (0, 0, 0, 0)

        subscript(kind: Int) -> Int {
            get {
                switch kind {
                case 0: numbers.0
                case 1: numbers.1
                case 2: numbers.2
                default: numbers.3
                }
            }
            set {
                switch kind {
                case 0: numbers.0 = newValue
                case 1: numbers.1 = newValue
                case 2: numbers.2 = newValue
                default: numbers.3 = newValue
                }
            }
        }
    }
}
