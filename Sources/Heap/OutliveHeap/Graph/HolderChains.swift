internal import OutliveModel
internal import OutliveSupport

/// The best paths of all nodes, with alike ones combined: a chain is a sequence of alike references from alike roots.
///
/// A repeated reference, as in a list or a tree, continues its chain instead of making it longer.
package struct HolderChains: Sendable {
    /// The number of references of a chain in which a repetition is recognised.
    private static let period = 4

    /// The place where a chain begins.
    enum Start: Hashable {
        case global(Int)
        case other(HeapSnapshot.Root.Kind, owner: UInt32)
        case task(type: UInt32, stack: UInt32)
        case cycle(type: UInt32)
        case unheld

        /// Creates the place of a root: one for each variable, and one for each other kind and owner.
        init(ofRoot index: Int, _ snapshot: HeapSnapshot) {
            let root = snapshot.roots[index]
            self = root.kind == .global ? .global(index) : .other(root.kind, owner: root.owner)
        }
    }

    /// The last reference of a chain, or the place where it begins.
    private struct Link: Hashable {
        /// The chain that the reference continues, or -1 for the beginning.
        var before: Int32
        /// The number of the reference's label, or of the beginning.
        var label: Int32
        var function: UInt64?
    }

    /// The chain of each node.
    package private(set) var ofNode: [Int32]
    private var shapes: [LeakTrace.Shape] = []

    /// Finds the chains.
    ///
    /// - Complexity: O(nodes + edges).
    init(_ paths: RetentionPaths) {
        let snapshot = paths.graph.snapshot
        var chains = NumberTable<Link>()
        var starts = NumberTable<Start>()
        var labels = ReferenceLabels(snapshot, paths.typeRanks)
        var ofNode = [Int32](large: snapshot.nodes.count, repeating: -1)
        let sources = paths.holders()
        var waiting: [Int] = []
        for node in snapshot.nodes.indices where ofNode[node] < 0 {
            var at = node
            waiting.append(at)
            while sources[at] != HeapSnapshot.none, ofNode[Int(sources[at])] < 0 {
                at = Int(sources[at])
                waiting.append(at)
            }
            while let next = waiting.popLast() {
                let link: Link
                let shape: LeakTrace.Shape
                if let edge = paths.edge(to: next) {
                    let source = Int(sources[next])
                    link = Link(
                        before: ofNode[source], label: labels.number(of: edge, from: source, snapshot),
                        function: snapshot.function(ofEdge: edge))
                    if let earlier = Self.repetition(of: link, chains.items) {
                        ofNode[next] = earlier
                        continue
                    }
                    shape = shapes[Int(link.before)]
                } else {
                    let start: Start
                    (start, shape) = Self.start(paths.origin(at: next), next, snapshot, paths.typeRanks)
                    link = Link(before: -1, label: Int32(starts.number(of: start)))
                }
                let number = chains.number(of: link)
                if number == shapes.count { shapes.append(shape) }
                ofNode[next] = Int32(number)
            }
        }
        self.ofNode = ofNode
    }

    /// Returns the shape of the paths of a node: from a root, from a cycle, or from a block without a holder.
    func shape(ofNode node: Int) -> LeakTrace.Shape { shapes[Int(ofNode[node])] }

    private static func start(
        _ origin: HeapPath.Origin, _ node: Int, _ snapshot: HeapSnapshot, _ typeRanks: [UInt32]
    ) -> (Start, LeakTrace.Shape) {
        let type = typeRanks[Int(snapshot.nodes[node].type)]
        switch origin {
        case .root(let index): return (Start(ofRoot: index, snapshot), .path)
        case .task: return (.task(type: type, stack: snapshot.nodes[node].stack), .path)
        case .cycle: return (.cycle(type: type), .cycle)
        case .unheld: return (.unheld, .unheld)
        }
    }

    /// Returns the chain that a reference repeats, if it is among the last ones.
    private static func repetition(of reference: Link, _ links: [Link]) -> Int32? {
        var at = reference.before
        for _ in 0..<period where at >= 0 {
            let link = links[Int(at)]
            if link.before >= 0, link.label == reference.label, link.function == reference.function { return at }
            at = link.before
        }
        return nil
    }
}
