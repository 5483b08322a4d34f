internal import OutliveModel

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
    // A file has at most 4 GiB, so these values never collide with the numbers of edges and roots.
    /// The arrival of a node without a path.
    static let unreached = UInt32.max
    /// The arrival of a task, which is the origin of its path.
    static let arrivalOfTask = UInt32.max - 1
    /// The arrival of a node without a holder, or in a cycle that nothing else holds.
    static let arrivalOfUnheld = UInt32.max - 2
    /// The arrival of a node that paths must currently avoid.
    private static let excluded = UInt32.max - 3

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

    /// Excludes unreached nodes, so that no path leads to or through them.
    mutating func exclude(_ nodes: [Int]) {
        for node in nodes where arrivals[node] == Self.unreached { arrivals[node] = Self.excluded }
    }

    mutating func include(_ nodes: [Int]) {
        for node in nodes where arrivals[node] == Self.excluded { arrivals[node] = Self.unreached }
    }

    /// Extends paths from the starts to all nodes that no earlier search reached.
    ///
    /// - Parameters:
    ///   - starts: The starts; of several with the same node and cost the first counts.
    ///   - excluded: Called with the arrivals once all nodes of cost 0 are reached. The nodes that it returns are
    ///     excluded for the rest of the search.
    mutating func extend(
        from starts: [Start], excluding excluded: (UnsafeMutableBufferPointer<UInt32>) -> [Int] = { _ in [] }
    ) {
        let sorted = starts.indices.sorted { (starts[$0].cost, $0) < (starts[$1].cost, $1) }.map { starts[$0] }
        let links = graph.links
        arrivals.withUnsafeMutableBufferPointer { Self.extend(from: sorted, along: links, $0, excluding: excluded) }
    }

    private static func extend(
        from starts: [Start], along links: HeapLinks, _ arrivals: UnsafeMutableBufferPointer<UInt32>,
        excluding excluded: (UnsafeMutableBufferPointer<UInt32>) -> [Int]
    ) {
        let reached = BitTable(below: arrivals.count) { arrivals[$0] != unreached }
        // The first queue contains the starts of the current cost. The others form one ring per kind of reference, with
        // a queue for each cost that such a reference can lead to from the current one.
        var queues = [Queue](repeating: Queue(), count: 1 + costs.reduce(0) { $0 + $1 + 1 })
        let rings = costs.indices.map { kind in 1 + costs[..<kind].reduce(0) { $0 + $1 + 1 } }
        // For each kind, the queue of the current cost, and the queue that the next such reference is appended to.
        var (own, next) = (SIMD4<Int>(), SIMD4<Int>())
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
                for kind in 0..<4 where queues[own[kind]].length < length {
                    best = own[kind]
                    length = queues[best].length
                }
                guard length != .max else { break }
                waiting -= 1
                let item = queues[best].removeFirst()
                guard !reached.contains(item.node) else { continue }
                reached.insert(item.node)
                arrivals[Int(item.node)] = item.arrival
                for edge in links.edges(of: item.node) {
                    let link = links.targets[edge]
                    guard link.isStrong, !reached.contains(link.node) else { continue }
                    queues[next[link.kind]].append(
                        Waiting(node: link.node, arrival: UInt32(edge), length: item.length + 1))
                    waiting += 1
                }
            }
            if cost == 0 {
                for node in excluded(arrivals) where arrivals[node] == unreached {
                    arrivals[node] = Self.excluded
                    reached.insert(UInt32(node))
                }
            }
            cost += 1
        } while waiting > 0 || nextStart < starts.count
    }
}

extension PathSearch {
    /// The priority of a root. Roots of a rank are used only for nodes that no earlier rank reaches.
    enum RootRank: Hashable, CaseIterable {
        /// Globals, thread-locals and tasks.
        case lasting
        case mapping
        case stack
    }

    /// The cost of a path from a task: less than one from a library's internals to the task, more than one through
    /// fields from a global of the program.
    static let costOfTask = 1
    /// The cost of a path from a growing task: more than one from a property of the program that holds the task.
    static let costOfGrowingTask = 12
    private static let costOfLibraryGlobal = 2
    private static let costOfThreadLocal = 3

    /// Returns the starts of the paths from the roots by rank, in the order of the roots; their arrivals are numbered
    /// after the edges.
    static func starts(in snapshot: HeapSnapshot) -> [RootRank: [Start]] {
        let isPlatform = snapshot.modules.map { Frame(module: $0.path, buildID: nil, offset: 0).isInPlatformLibrary }
        var starts: [RootRank: [Start]] = [:]
        for (index, root) in snapshot.roots.enumerated() where !snapshot.nodes[Int(root.node)].isDeinitialised {
            let (rank, cost): (RootRank, Int) =
                switch root.kind {
                case .global where root.owner != HeapSnapshot.none && isPlatform[Int(root.owner)]:
                    (.lasting, costOfLibraryGlobal)
                case .global: (.lasting, 0)
                case .threadLocal: (.lasting, costOfThreadLocal)
                case .mapping: (.mapping, 0)
                case .stack: (.stack, 0)
                }
            starts[rank, default: []].append(
                Start(node: root.node, arrival: UInt32(snapshot.edges.count + index), cost: cost))
        }
        return starts
    }
}
