internal import OutliveModel

/// A snapshot as a graph: the reference strength of each edge, and the referrers of each block.
///
/// It takes 8 bytes per node and 8 per edge in addition to the snapshot.
package struct HeapGraph: Sendable {
    /// The snapshot from which the graph was made.
    package let snapshot: HeapSnapshot
    /// The edges in a compact form for traversal.
    let links: HeapLinks

    /// Creates the graph of a snapshot; it is empty if the snapshot has no nodes.
    ///
    /// - Complexity: O(nodes + edges).
    package init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        links = HeapLinks(snapshot)
    }

    /// The hold of each edge of the snapshot.
    var holds: EdgeStrengths { EdgeStrengths(links: links) }

    /// Returns the nodes that keep a node alive, one for each reference, in ascending order.
    ///
    /// - Parameter node: The index in the snapshot's `nodes`.
    package func referrers(of node: Int) -> Referrers {
        Referrers(links: links, places: links.places(ofReferrersOf: UInt32(node)))
    }

    /// Returns the holds of the references to a node, in the order of `referrers(of:)`.
    func referrerHolds(of node: Int) -> some RandomAccessCollection<ReferenceStrength> { referrers(of: node).holds }

    /// Returns `true` if an edge keeps its target alive: it is not weak, unowned, unmanaged or stale.
    ///
    /// - Parameter edge: The index in the snapshot's `edges`.
    package func isHolding(edge: Int) -> Bool { links.targets[edge].isHolding }

    /// Returns `true` if a node is a task that keeps itself alive: it has neither completed nor been deinitialised.
    ///
    /// A completed task lives only as long as a handle to it.
    func isTask(_ index: Int) -> Bool {
        let node = snapshot.nodes[index]
        guard !node.isDeinitialised, snapshot.types[Int(node.type)].type?.kind == .task else { return false }
        return snapshot.task(ofNode: index)?.state != .completed
    }
}
