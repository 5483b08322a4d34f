internal import OutliveModel
internal import OutliveSupport

/// The kinds of edge in the format, with their numbers.
enum DevToolsEdgeKind: Int {
    case context, element, property, `internal`, hidden, shortcut, weak
}

/// The kinds and names of exported edges.
struct DevToolsEdges {
    /// The way in which the references of a type are named.
    private enum Layout {
        case words
        case elements(stride: UInt32)
        case table
        case fields
    }

    private let graph: HeapGraph
    private let fields: FieldMap
    private let layouts: [Layout]
    private var fieldNames: [Int]
    private var offsetNames: [UInt32: Int] = [:]
    private var snapshot: HeapSnapshot { graph.snapshot }

    init(_ graph: HeapGraph) {
        self.graph = graph
        fields = FieldMap(graph.snapshot)
        fieldNames = Array(repeating: -1, count: graph.snapshot.fields.count)
        layouts = graph.snapshot.types.map { type in
            if type.type == nil { return .words }
            if type.elementStride > 0 { return .elements(stride: type.elementStride) }
            return type.isHashTable ? .table : .fields
        }
    }

    /// Returns the number of exported edges of a node: holding references and references of weak fields.
    func count(ofNode node: Int) -> Int {
        snapshot.nodes[node].edges.count { graph.isStrong(edge: $0) || weakField(of: $0, in: node) != nil }
    }

    /// Returns the kind of an edge of a node, with an index or the number of a string; `nil` if it is not exported.
    mutating func label(
        ofEdge edge: Int, from node: Int, strings: inout NumberTable<String>
    ) -> (kind: DevToolsEdgeKind, label: Int)? {
        let offset = snapshot.edges[edge].offset
        guard graph.isStrong(edge: edge) else {
            return weakField(of: edge, in: node).map { (.weak, name(ofField: $0, &strings)) }
        }
        switch layouts[Int(snapshot.nodes[node].type)] {
        case .words: return (.element, Int(offset / 8))
        case .elements(let stride) where offset >= HeapSnapshot.firstElement:
            return (.element, Int((offset - HeapSnapshot.firstElement) / stride))
        case .table: return (.internal, strings.number(of: entryName(at: offset, ofTable: node)))
        case .elements, .fields: break
        }
        guard let field = field(of: edge, in: node) else { return (.internal, name(ofOffset: offset, &strings)) }
        let isNamed = !snapshot.fields[field].name.isEmpty
        return (isNamed ? .property : .context, name(ofField: field, &strings))
    }

    private func field(of edge: Int, in node: Int) -> Int? {
        fields.field(ofType: snapshot.nodes[node].type, at: snapshot.edges[edge].offset)
    }

    /// Returns the field of an edge if its declared strength is not strong.
    func weakField(of edge: Int, in node: Int) -> Int? {
        guard case .fields = layouts[Int(snapshot.nodes[node].type)], !snapshot.nodes[node].isDeinitialised,
            let field = field(of: edge, in: node), snapshot.fields[field].strength != .strong
        else { return nil }
        return field
    }

    private mutating func name(ofField field: Int, _ strings: inout NumberTable<String>) -> Int {
        if fieldNames[field] < 0 {
            let (name, type) = (snapshot.fields[field].name, snapshot.fields[field].type)
            fieldNames[field] = strings.number(of: name.isEmpty ? type : name)
        }
        return fieldNames[field]
    }

    private mutating func name(ofOffset offset: UInt32, _ strings: inout NumberTable<String>) -> Int {
        if let name = offsetNames[offset] { return name }
        let name = strings.number(of: "+\(offset)")
        offsetNames[offset] = name
        return name
    }

    private func entryName(at offset: UInt32, ofTable node: Int) -> String {
        guard let table = snapshot.hashTable(ofNode: node) else { return "[entry]" }
        guard let values = table.values else { return "[member]" }
        return offset >= values.offset ? "[value]" : "[key]"
    }
}
