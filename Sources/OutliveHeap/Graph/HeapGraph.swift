internal import OutliveModel

/// A snapshot as a graph: which references keep what they lead to alive, and who refers to a block.
///
/// Beside the snapshot it takes 8 bytes a node and 8 an edge.
public struct HeapGraph: Sendable {
    /// What it was made of.
    public let snapshot: HeapSnapshot
    /// The references in the form in which they are walked along.
    let links: HeapLinks

    /// Makes the graph of a snapshot, which is empty where it has none.
    ///
    /// - Complexity: O(nodes + edges).
    public init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        links = HeapLinks(snapshot)
    }

    /// How each edge of the snapshot holds its target.
    var holds: EdgeHolds { EdgeHolds(links: links) }

    /// The nodes that keep a node alive, one for each reference, by rising index.
    ///
    /// - Parameter node: its index in the snapshot's `nodes`.
    public func referrers(of node: Int) -> Referrers {
        Referrers(links: links, places: links.places(ofReferrersOf: UInt32(node)))
    }

    /// How each of the nodes that keep a node alive does, in the order of `referrers(of:)`.
    func referrerHolds(of node: Int) -> some RandomAccessCollection<Hold> { referrers(of: node).holds }

    /// Whether an edge keeps what it leads to alive: it is not weak, unowned, unmanaged or stale.
    ///
    /// - Parameter edge: its index in the snapshot's `edges`.
    public func isHolding(edge: Int) -> Bool { links.targets[edge].isHolding }

    /// Returns `true` for a task that keeps itself alive: it has not completed, and is not the rest of one.
    ///
    /// A completed task lives only as long as a handle to it.
    func isTask(_ index: Int) -> Bool {
        let node = snapshot.nodes[index]
        guard !node.isDeinitialised, snapshot.types[Int(node.type)].type?.kind == .task else { return false }
        return snapshot.task(ofNode: index)?.state != .completed
    }
}
