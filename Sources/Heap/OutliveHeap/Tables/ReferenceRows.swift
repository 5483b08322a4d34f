internal import OutliveModel
internal import OutliveSupport

/// The rows of references, and of their places in types.
struct ReferenceRows {
    /// What determines the name of a reference.
    private struct Site: Hashable {
        var type: UInt32
        var content: UInt32
        var slot: HeapSnapshot.Slot
        var target: UInt32
        /// The existential value that contains the reference, or `nil`.
        var value: HeapSnapshot.Value?
    }

    /// A place in a type that refers to a type, as a row.
    private struct Place: Hashable {
        var source: Int
        /// The property, capture or element: `.owner`, `.listeners[]`, `[key]`; empty if it is unknown.
        var property: String
        var declared: String
        var target: Int
    }

    private let graph: HeapGraph
    private let types: TypeRows
    private let edges: DevToolsEdges

    init(_ graph: HeapGraph, _ types: TypeRows) {
        (self.graph, self.types, edges) = (graph, types, DevToolsEdges(graph))
    }

    func insert(into database: SQLiteDatabase) throws(SQLiteError) {
        let snapshot = graph.snapshot
        var places = NumberTable<Place>()
        var known: [Site: Int] = [:]
        try database.insert(into: "reference", columns: 6) { row throws(SQLiteError) in
            for (number, node) in snapshot.nodes.enumerated() {
                let content = snapshot.contentType(ofNode: number)
                for index in node.edges {
                    let edge = snapshot.edges[index]
                    var slot = snapshot.slot(ofEdge: index, from: number, type: content)
                    let element = slot.part == .instance ? nil : Int(slot.index)
                    slot.index = 0
                    var value = snapshot.value(ofEdge: index)
                    value?.edge = 0
                    let target = snapshot.nodes[Int(edge.target)].type
                    let site = Site(
                        type: node.type, content: UInt32(content), slot: slot, target: target, value: value)
                    let place = known.value(of: site) {
                        let reference = graph.reference(index, from: number)
                        return places.number(
                            of: Place(
                                source: types[node.type], property: reference.shape, declared: reference.fieldType,
                                target: types[target]))
                    }
                    try row([
                        .integer(snapshot.key(ofNode: number)), .integer(Int(edge.offset)), .integer(place + 1),
                        SQLiteValue(element), .integer(snapshot.key(ofNode: Int(edge.target))),
                        .integer(strength(ofEdge: index, from: number).rawValue),
                    ])
                }
            }
        }
        try database.insert(into: "place", columns: 5) { row throws(SQLiteError) in
            for (index, place) in places.items.enumerated() {
                try row([
                    .integer(index + 1), .integer(place.source),
                    SQLiteValue(place.property.isEmpty ? nil : place.property),
                    SQLiteValue(place.declared.isEmpty ? nil : place.declared), .integer(place.target),
                ])
            }
        }
    }

    private func strength(ofEdge edge: Int, from node: Int) -> SnapshotStrength {
        switch graph.strength(ofEdge: edge) {
        case .field: return .strong
        case .frame: return .task
        case .word: return .word
        case .raw: return .raw
        case .none:
            guard let field = edges.weakField(of: edge, in: node) else { return .stale }
            return switch graph.snapshot.fields[field].strength {
            case .strong: .stale
            case .weak: .weak
            case .unowned: .unowned
            case .unmanaged: .unmanaged
            }
        }
    }
}
