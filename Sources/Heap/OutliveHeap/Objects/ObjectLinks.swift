internal import OutliveModel

/// The references from and to single blocks, all of them.
///
/// A weak reference leads to the side table of its object; here it leads to the object.
struct ObjectLinks {
    private let analysed: AnalysedSnapshot
    private let objectsBySideTable: [UInt32: UInt32]
    private var snapshot: HeapSnapshot { analysed.snapshot }

    init(_ analysed: AnalysedSnapshot) {
        self.analysed = analysed
        objectsBySideTable = analysed.snapshot.objectsBySideTable
    }

    func link(to node: Int) -> ObjectLink {
        let item = snapshot.nodes[node]
        return ObjectLink(
            address: "0x" + String(item.address, radix: 16), type: snapshot.type(ofNode: node),
            bytes: Int(clamping: item.bytes), retainedBytes: analysed.retainedSizes.retainedBytes(of: node))
    }

    /// Returns the references from a node, in the order of memory.
    func references(of node: Int) -> [ObjectReference] {
        snapshot.nodes[node].edges.compactMap { edge in
            let target = snapshot.edges[edge].target
            let object = objectsBySideTable[target]
            // The word of its reference counts.
            guard object != UInt32(node) else { return nil }
            return reference(edge, from: node, shown: Int(object ?? target))
        }
    }

    /// Returns the references to a node, by ascending address of their blocks.
    ///
    /// - Complexity: O(edges).
    func referrers(of node: Int) -> [ObjectReference] {
        let sideTable = objectsBySideTable.first { $0.value == UInt32(node) }?.key ?? HeapSnapshot.none
        return snapshot.edges.indices.compactMap { edge in
            let target = snapshot.edges[edge].target
            guard target == UInt32(node) || target == sideTable else { return nil }
            let source = snapshot.source(ofEdge: edge)
            guard target != sideTable || source != node else { return nil }
            return reference(edge, from: source, shown: source)
        }
    }

    private func reference(_ edge: Int, from node: Int, shown: Int) -> ObjectReference {
        ObjectReference(
            link(to: shown), place: analysed.graph.reference(edge, from: node).text,
            offset: Int(snapshot.edges[edge].offset), strength: strength(of: edge, from: node))
    }

    private func strength(of edge: Int, from node: Int) -> ObjectReference.Strength {
        switch analysed.graph.strength(ofEdge: edge) {
        case .field: return .strong
        case .frame, .word, .raw: return .possible
        case .none: break
        }
        let type = snapshot.contentType(ofNode: node)
        let slot = snapshot.slot(ofEdge: edge, from: node, type: type)
        let field = snapshot.fields(ofType: type).first { $0.part == slot.part && $0.contains(slot.offset) }
        switch field?.strength {
        case .weak: return .weak
        case .unowned: return .unowned
        case .unmanaged: return .unmanaged
        case .strong, nil: return .stale
        }
    }
}
