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

    private struct Waiting: BitwiseCopyable {
        var node: UInt32
        var arrival: UInt32
        var length: UInt32
    }

    /// The waiting nodes of one cost and kind of reference, the shorter paths first.
    private struct Queue {
        private var items: [Waiting] = []
        private var next = 0
        /// How long the first path is; `UInt32.max` where none waits.
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
    /// For each node the edge by which its path arrives, or what its start says.
    private(set) var arrivals: [UInt32]

    init(_ graph: HeapGraph) {
        self.graph = graph
        arrivals = Array(large: graph.snapshot.nodes.count, repeating: Self.unreached)
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
    /// - Parameters:
    ///   - starts: of those with the same cost and node the first counts.
    ///   - closed: called when all that can be reached at no cost is, with the arrivals; the nodes that it returns are
    ///     closed for the rest of the search.
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
        // The first queue has the starts of the cost at hand. The others are rings, one for each kind of reference: in it
        // one queue for each cost that such a step can lead to from the one at hand.
        var queues = [Queue](repeating: Queue(), count: 1 + costs.reduce(0) { $0 + $1 + 1 })
        let rings = costs.indices.map { kind in 1 + costs[..<kind].reduce(0) { $0 + $1 + 1 } }
        // Where in the queues each kind's first is that holds paths of the cost at hand, and where those go that take such
        // a step from there.
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
                // The queue with the shortest path; of several the one with the better references.
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

    /// A number for each kind of reference that holds.
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
