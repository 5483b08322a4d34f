internal import OutliveModel

/// The kinds of edge in the format, by their numbers there.
enum DevToolsEdgeKind: Int, CaseIterable {
    case context, element, property, `internal`, hidden, shortcut, weak

    /// Whether the number beside it is an index, not that of a string.
    var hasIndex: Bool { self == .element || self == .hidden }
}

/// An edge of the format.
struct DevToolsEdge {
    var kind: DevToolsEdgeKind
    /// An index, or the number of a string.
    var label: Int
    /// The index of the node that it leads to.
    var target: Int
}

/// What edges are called.
struct DevToolsEdges {
    private let graph: HeapGraph
    /// For each field the number of its name, once it is known.
    private var fieldNames: [Int]
    private var offsetNames: [UInt32: Int] = [:]

    init(_ graph: HeapGraph) {
        self.graph = graph
        fieldNames = Array(repeating: -1, count: graph.snapshot.fields.count)
    }

    /// How many edges of a node are exported: those that keep what they lead to alive, and those of fields that do not.
    func count(ofNode node: Int) -> Int {
        graph.snapshot.edges(ofNode: node).indices.count { graph.holds[$0] != .none || field(of: $0, in: node) != nil }
    }

    /// An edge of a node; nil where it is not exported.
    ///
    /// - Parameters:
    ///   - edge: its index in the snapshot's edges.
    ///   - node: the index of the node that it leads away from.
    mutating func edge(_ edge: Int, ofNode node: Int, strings: inout StringTable) -> DevToolsEdge? {
        let offset = graph.snapshot.edges[edge].offset
        let target = Int(graph.snapshot.edges[edge].target)
        func made(_ kind: DevToolsEdgeKind, _ label: Int) -> DevToolsEdge {
            DevToolsEdge(kind: kind, label: label, target: target)
        }
        let field = field(of: edge, in: node)
        switch graph.holds[edge] {
        case .none:
            return field.map { made(.weak, name(ofField: $0, &strings)) }
        case .raw:
            return made(.element, Int(offset / 8))
        case .field, .frame, .word:
            if let field {
                let isNamed = !graph.snapshot.fields[field].name.isEmpty
                return made(isNamed ? .property : .context, name(ofField: field, &strings))
            }
            let type = graph.snapshot.types[Int(graph.snapshot.nodes[node].type)]
            if type.elementStride > 0, offset >= 32 { return made(.element, Int((offset - 32) / type.elementStride)) }
            return made(.internal, name(ofOffset: offset, &strings))
        }
    }

    private func field(of edge: Int, in node: Int) -> Int? {
        guard !graph.snapshot.nodes[node].isDeinitialised else { return nil }
        return graph.fields.field(ofType: graph.snapshot.nodes[node].type, at: graph.snapshot.edges[edge].offset)
    }

    private mutating func name(ofField field: Int, _ strings: inout StringTable) -> Int {
        if fieldNames[field] < 0 {
            let (name, type) = (graph.snapshot.fields[field].name, graph.snapshot.fields[field].type)
            fieldNames[field] = strings.number(of: name.isEmpty ? type : name)
        }
        return fieldNames[field]
    }

    private mutating func name(ofOffset offset: UInt32, _ strings: inout StringTable) -> Int {
        if let name = offsetNames[offset] { return name }
        let name = strings.number(of: "+\(offset)")
        offsetNames[offset] = name
        return name
    }
}
