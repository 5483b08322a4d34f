internal import OutliveModel

/// A snapshot as a graph: which references keep what they lead to alive, and who refers to a block.
///
/// Beside the snapshot it takes 4 bytes a node and 6 an edge.
public struct HeapGraph: Sendable {
    /// What it was made of.
    public let snapshot: HeapSnapshot
    /// For each edge of the snapshot how it holds its target.
    let holds: [Hold]
    /// For each node where its referrers begin in `referrers`; one more at the end.
    let firstReferrer: [UInt32]
    /// The nodes that hold a node, in the order of the snapshot's edges.
    let referrers: [UInt32]
    /// How each of them does.
    private let referrerHolds: [Hold]

    /// Makes the graph of a snapshot, which is empty where it has none.
    ///
    /// - Complexity: O(nodes + edges).
    public init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        let rules = HoldRules(snapshot)
        var tables = snapshot.hashTables[...]
        let (nodes, edges) = (snapshot.nodes, snapshot.edges)
        var holds = [Hold](repeating: .none, count: edges.count)
        // Counted one place too far to the right, so that what begins there is where the next referrer goes.
        var first = [UInt32](repeating: 0, count: nodes.count + 2)
        var boxes = snapshot.boxes[...]
        for number in nodes.indices {
            var node = nodes[number]
            if let box = boxes.first, Int(box.node) == number {
                node.type = box.type
                boxes.removeFirst()
            }
            // Both are sorted.
            let table = tables.first.flatMap { Int($0.node) == number ? $0 : nil }
            if table != nil { tables.removeFirst() }
            for index in node.edges {
                let target = Int(edges[index].target)
                let hold = rules.hold(at: edges[index].offset, in: node, table, to: nodes[target])
                guard hold != .none else { continue }
                holds[index] = hold
                first[target + 2] += 1
            }
        }
        for node in nodes.indices { first[node + 2] += first[node + 1] }
        var referrers = [UInt32](repeating: 0, count: Int(first[nodes.count + 1]))
        var referrerHolds = [Hold](repeating: .none, count: referrers.count)
        for node in nodes.indices {
            for index in nodes[node].edges where holds[index] != .none {
                let target = Int(edges[index].target)
                let place = Int(first[target + 1])
                referrers[place] = UInt32(node)
                referrerHolds[place] = holds[index]
                first[target + 1] += 1
            }
        }
        (self.holds, firstReferrer, self.referrers, self.referrerHolds) = (holds, first, referrers, referrerHolds)
    }

    /// The nodes that keep a node alive, one for each reference, by rising index.
    ///
    /// - Parameter node: its index in the snapshot's `nodes`.
    public func referrers(of node: Int) -> ArraySlice<UInt32> { referrers[places(ofReferrersOf: node)] }

    /// How each of the nodes that keep a node alive does, in the order of `referrers(of:)`.
    func referrerHolds(of node: Int) -> ArraySlice<Hold> { referrerHolds[places(ofReferrersOf: node)] }

    /// Whether an edge keeps what it leads to alive: it is not weak, unowned, unmanaged or stale.
    ///
    /// - Parameter edge: its index in the snapshot's `edges`.
    public func isHolding(edge: Int) -> Bool { holds[edge] != .none }

    /// Returns `true` for a task that keeps itself alive: it has not completed, and is not the rest of one.
    ///
    /// A completed task lives only as long as a handle to it.
    func isTask(_ index: Int) -> Bool {
        let node = snapshot.nodes[index]
        guard !node.isDeinitialised, snapshot.types[Int(node.type)].type?.kind == .task else { return false }
        return snapshot.task(ofNode: index)?.state != .completed
    }

    private func places(ofReferrersOf node: Int) -> Range<Int> {
        Int(firstReferrer[node])..<Int(firstReferrer[node + 1])
    }
}
