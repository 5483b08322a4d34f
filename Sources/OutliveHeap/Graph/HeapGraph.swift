internal import OutliveModel

/// A snapshot as a graph: which references keep what they lead to alive, and who refers to a block.
///
/// Beside the snapshot it takes 4 bytes a node and 5 an edge.
public struct HeapGraph: Sendable {
    /// What it was made of.
    public let snapshot: HeapSnapshot
    /// Where fields lie in the instances of types.
    let fields: FieldMap
    /// For each edge of the snapshot how it holds its target.
    let holds: [Hold]
    /// For each node where its referrers begin in `referrers`; one more at the end.
    private let firstReferrer: [UInt32]
    /// The nodes that hold a node, in the order of the snapshot's edges.
    private let referrers: [UInt32]

    /// Makes the graph of a snapshot, which is empty where it has none.
    ///
    /// - Complexity: O(nodes + edges).
    public init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        fields = FieldMap(snapshot)
        var holds = [Hold](repeating: .none, count: snapshot.edges.count)
        var first = [UInt32](repeating: 0, count: snapshot.nodes.count + 1)
        for node in snapshot.nodes.indices {
            for index in snapshot.edges(ofNode: node).indices {
                let hold = Self.hold(of: snapshot.edges[index], from: snapshot.nodes[node], snapshot, fields)
                holds[index] = hold
                if hold != .none { first[Int(snapshot.edges[index].target) + 1] += 1 }
            }
        }
        for node in snapshot.nodes.indices { first[node + 1] += first[node] }
        var next = first
        var referrers = [UInt32](repeating: 0, count: Int(first.last ?? 0))
        for node in snapshot.nodes.indices {
            for index in snapshot.edges(ofNode: node).indices where holds[index] != .none {
                let target = Int(snapshot.edges[index].target)
                referrers[Int(next[target])] = UInt32(node)
                next[target] += 1
            }
        }
        (self.holds, firstReferrer, self.referrers) = (holds, first, referrers)
    }

    /// The nodes that keep a node alive, one for each reference.
    func referrers(of node: Int) -> ArraySlice<UInt32> {
        referrers[Int(firstReferrer[node])..<Int(firstReferrer[node + 1])]
    }

    private static func hold(
        of edge: HeapSnapshot.Edge, from node: HeapSnapshot.Node, _ snapshot: HeapSnapshot, _ fields: FieldMap
    ) -> Hold {
        guard !node.isDeinitialised else { return .none }
        let type = snapshot.types[Int(node.type)]
        guard let kind = type.type?.kind else { return .raw }
        if kind == .task { return .frame }
        if let index = fields.field(ofType: node.type, at: edge.offset) {
            let field = snapshot.fields[index]
            guard field.strength == .strong else { return .none }
            return .field
        }
        if type.elementStride > 0, edge.offset >= 32 {
            return (edge.offset - 32) / type.elementStride < node.elements ? .field : .none
        }
        return .word
    }
}
