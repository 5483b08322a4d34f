package import OutliveModel
internal import OutliveSupport

/// A snapshot in the format of V8's heap snapshots, as opened by the Memory tab of Chrome DevTools and by memlab.
///
/// Swift objects become nodes of the kinds object, closure, string and array; other blocks are `native`. A node for
/// each kind of root refers to the targets of these roots through named edges. Another node refers to the objects
/// without a holder and to one object of each unheld cycle. References that keep nothing alive are weak edges; stale
/// words are omitted.
package struct DevToolsExport: Sendable {
    private let graph: HeapGraph
    /// The groups of roots with at least one.
    private let roots: [RootGroup]
    private let tree: CallTree
    /// The names of closure contexts with known code, by node index.
    private let closures: [Int: String]

    /// The kinds of node in the format, with their numbers.
    fileprivate enum NodeKind: Int {
        case hidden, array, string, object, code, closure, regexp, number, native, synthetic
    }

    private static let nodeFields = 7

    /// Prepares an export. Looking up names blocks the calling thread.
    package init(_ paths: RetentionPaths, names: any AddressNames) {
        graph = paths.graph
        roots = paths.rootGroups(names: names)
        // The last entry is of the blocks without a stack, which no call of the tree allocated.
        tree = CallTree.ofStacks(graph.snapshot.liveStacks(names: names).dropLast())
        closures = Self.closures(graph.snapshot, names)
    }

    /// Writes the export. The output is the same for the same snapshot.
    ///
    /// - Parameter sink: Receives the pieces of about 64 KiB in order.
    package func write<Failure: Error>(to sink: @escaping ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var stream = ByteStream(to: sink)
        var strings = NumberTable<String>()
        let edges = DevToolsEdges(graph)
        let counts = graph.snapshot.nodes.indices.map { UInt32(edges.count(ofNode: $0)) }
        try writeHead(counts, &stream)
        try writeNodes(counts, &strings, &stream)
        try writeEdges(edges, &strings, &stream)
        try writeTree(&strings, &stream)
        try stream.write(",\n\"samples\":[],\n\"locations\":[],\n\"strings\":[")
        for (index, string) in strings.items.enumerated() {
            try stream.write(index == 0 ? "\n" : ",\n")
            try stream.writeQuoted(string)
        }
        try stream.write("]}\n")
        try stream.end()
    }

    /// The number of nodes in front of blocks: the root, the node of all roots, and one for each kind of root.
    private var nodesBefore: Int { 2 + roots.count }

    private func writeHead<Failure>(_ counts: [UInt32], _ stream: inout ByteStream<Failure>) throws(Failure) {
        let ofBlocks = counts.reduce(0) { $0 + Int($1) }
        let ofRoots = 1 + 2 * roots.count + roots.reduce(0) { $0 + $1.edges.count }
        try stream.write(
            """
            {"snapshot":{"meta":{
            "node_fields":["type","name","id","self_size","edge_count","trace_node_id","detachedness"],
            "node_types":[["hidden","array","string","object","code","closure","regexp","number","native","synthetic",\
            "concatenated string","sliced string","symbol","bigint","object shape"],\
            "string","number","number","number","number","number"],
            "edge_fields":["type","name_or_index","to_node"],
            "edge_types":[["context","element","property","internal","hidden","shortcut","weak"],\
            "string_or_number","node"],
            "trace_function_info_fields":["function_id","name","script_name","script_id","line","column"],
            "trace_node_fields":["id","function_info_index","count","size","children"],
            "sample_fields":["timestamp_us","last_assigned_id"],
            "location_fields":["object_index","script_id","line","column"]},
            "node_count":
            """)
        try stream.write(nodesBefore + graph.snapshot.nodes.count)
        try stream.write(",\"edge_count\":")
        try stream.write(ofBlocks + ofRoots)
        try stream.write(",\"trace_function_count\":")
        try stream.write(tree.functions.count)
        try stream.write("}")
    }

    private func writeNodes<Failure>(
        _ counts: [UInt32], _ strings: inout NumberTable<String>, _ stream: inout ByteStream<Failure>
    ) throws(Failure) {
        var isFirst = true
        func write(
            _ kind: NodeKind, _ name: Int, id: Int, bytes: Int, edges: Int, call: Int = 0,
            _ stream: inout ByteStream<Failure>
        ) throws(Failure) {
            try stream.write(isFirst ? "\n" : "\n,")
            isFirst = false
            // The tools read numbers as 32 bits.
            try stream.write(kind.rawValue, name, id, min(bytes, Int(UInt32.max)), edges, call, 0)
        }
        try stream.write(",\n\"nodes\":[")
        try write(.synthetic, strings.number(of: ""), id: 1, bytes: 0, edges: 1 + roots.count, &stream)
        try write(.synthetic, strings.number(of: "(GC roots)"), id: 3, bytes: 0, edges: roots.count, &stream)
        for (index, group) in roots.enumerated() {
            // Not synthetic: the tools measure distances from the children of the root that are not synthetic.
            let name = strings.number(of: group.name)
            try write(.native, name, id: 5 + 2 * index, bytes: 0, edges: group.edges.count, &stream)
        }
        var ids = Set<UInt32>(minimumCapacity: graph.snapshot.nodes.count)
        let types = graph.snapshot.types.map { ($0.nodeKind, strings.number(of: $0.nodeName)) }
        for (index, node) in graph.snapshot.nodes.enumerated() {
            let (kind, typeName) = types[Int(node.type)]
            let name = closures[index].map { strings.number(of: $0) } ?? typeName
            let call = node.stack == HeapSnapshot.none ? 0 : tree.ends[Int(node.stack)]
            try write(
                kind, name, id: Int(Self.id(of: node, among: &ids)), bytes: Int(node.bytes), edges: Int(counts[index]),
                call: call == 0 ? 0 : call + 1, &stream)
        }
        try stream.write("]")
    }

    private func writeEdges<Failure>(
        _ edges: DevToolsEdges, _ strings: inout NumberTable<String>, _ stream: inout ByteStream<Failure>
    ) throws(Failure) {
        var (edges, isFirst) = (edges, true)
        /// - Parameter target: The index of the node in the file.
        func write(
            _ kind: DevToolsEdgeKind, _ label: Int, to target: Int, _ stream: inout ByteStream<Failure>
        ) throws(Failure) {
            try stream.write(isFirst ? "\n" : "\n,")
            isFirst = false
            try stream.write(kind.rawValue, label, target * Self.nodeFields)
        }
        try stream.write(",\n\"edges\":[")
        try write(.element, 1, to: 1, &stream)
        for _ in 0..<2 {
            for index in roots.indices { try write(.element, index + 2, to: index + 2, &stream) }
        }
        for group in roots {
            for edge in group.edges {
                try write(.property, strings.number(of: edge.name), to: nodesBefore + edge.node, &stream)
            }
        }
        for node in graph.snapshot.nodes.indices {
            for index in graph.snapshot.edges(ofNode: node).indices {
                guard let (kind, label) = edges.label(ofEdge: index, from: node, strings: &strings) else { continue }
                try write(kind, label, to: nodesBefore + Int(graph.snapshot.edges[index].target), &stream)
            }
        }
        try stream.write("]")
    }

    private func writeTree<Failure>(
        _ strings: inout NumberTable<String>, _ stream: inout ByteStream<Failure>
    ) throws(Failure) {
        try stream.write(",\n\"trace_function_infos\":[")
        for (index, function) in tree.functions.enumerated() {
            try stream.write(index == 0 ? "\n" : "\n,")
            let (name, file) = (strings.number(of: function.name), strings.number(of: function.file))
            try stream.write(index, name, file, function.file.isEmpty ? 0 : 1, function.line, function.column)
        }
        try stream.write("],\n\"trace_tree\":[")
        try writeCall(0, &stream)
        try stream.write("]")
    }

    /// Writes a call and its callees; the recursion is as deep as the longest stack.
    private func writeCall<Failure>(_ index: Int, _ stream: inout ByteStream<Failure>) throws(Failure) {
        let call = tree.calls[index]
        try stream.write(index + 1, call.function, call.objects, call.bytes)
        try stream.write(",[")
        for (index, child) in call.callees.enumerated() {
            if index > 0 { try stream.write(",") }
            try writeCall(child, &stream)
        }
        try stream.write("]")
    }
}

extension DevToolsExport {
    /// Returns the names of closures from the code address beside a reference to them, by node index:
    /// `closure in Feed.start (Feed.swift:31)`.
    private static func closures(_ snapshot: HeapSnapshot, _ names: any AddressNames) -> [Int: String] {
        var code: [Int: UInt64] = [:]
        for function in snapshot.functions where !function.isOfRoot {
            let node = Int(snapshot.edges[Int(function.reference)].target)
            guard code[node] == nil, snapshot.type(ofNode: node)?.kind == .closure else {
                continue
            }
            code[node] = function.value
        }
        let addresses = Set(code.values).sorted()
        var stacks = AllocationStacks(snapshot)
        var known: [UInt64: String] = [:]
        for (address, frame) in zip(addresses, names.functions(of: stacks.frames(ofFunctions: addresses))) {
            guard let name = CodeName(frame.symbols), name.isSwiftCode else { continue }
            known[address] = "closure in \(name.function)" + (name.location.map { " (\($0))" } ?? "")
        }
        return code.compactMapValues { known[$0] }
    }
}

extension HeapSnapshot.BlockType {
    fileprivate var nodeKind: DevToolsExport.NodeKind {
        guard let type else { return .native }
        if type.kind == .closure { return .closure }
        if type.name.hasPrefix("Swift.__") && type.name.hasSuffix("StringStorage") { return .string }
        return elementStride > 0 ? .array : .object
    }

    fileprivate var nodeName: String { type?.description ?? "(block of memory)" }
}

extension DevToolsExport {
    /// The first identifier of a block; lower ones belong to synthetic and root nodes.
    private static let firstID: UInt32 = 64

    /// Returns an identifier that matches the object in two exports of one process.
    ///
    /// The format has 32 bits, and addresses have 48, so address and cycle of birth are hashed. A new object at the
    /// address of an old one gets another identifier. Collisions take the next free number.
    ///
    /// - Parameters:
    ///   - node: The next node, in ascending order of address.
    ///   - taken: The identifiers of the nodes before it.
    private static func id(of node: HeapSnapshot.Node, among taken: inout Set<UInt32>) -> UInt32 {
        var mixed = (node.address >> 4) ^ UInt64(node.birth) << 44
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        var id = UInt32(truncatingIfNeeded: mixed ^ mixed >> 31)
        while id < firstID || !taken.insert(id).inserted { id &+= 1 }
        return id
    }
}
