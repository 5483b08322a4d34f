import Foundation
import OutliveHeap

@testable import OutliveModel
@testable import OutliveWire

/// A file in the format of V8's heap snapshots, read strictly: an inconsistency is an error.
struct DevToolsFile {
    struct Edge: Hashable {
        var kind: String
        /// The name, or the index in decimal.
        var label: String
        /// The index of the node that it leads to.
        var target: Int
    }

    struct Node {
        var kind: String
        var name: String
        var id: Int
        var bytes: Int
        var call: Int
        var edges: [Edge] = []
    }

    struct Wrong: Error, CustomStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }

    private(set) var nodes: [Node] = []
    private(set) var strings: [String] = []
    /// The functions of allocation stacks.
    private(set) var functions: [String] = []
    /// The function of each node in the allocation tree, with its callers: `(root);main;make`.
    private(set) var calls: [Int: String] = [:]
    /// The blocks and bytes that each node in the allocation tree allocated itself.
    private(set) var amounts: [Int: [Int]] = [:]

    /// Reads an export.
    init(_ export: DevToolsExport) throws {
        var bytes: [UInt8] = []
        // The sink outlives the call as far as the compiler knows.
        let pieces = Pieces()
        export.write { pieces.bytes += $0 }
        bytes = pieces.bytes
        try self.init(bytes)
    }

    init(_ bytes: [UInt8]) throws {
        guard let file = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            throw Wrong("no object")
        }
        // The parser of the developer tools takes the parts in this order.
        let text = String(decoding: bytes, as: UTF8.self)
        let order = [
            "snapshot", "nodes", "edges", "trace_function_infos", "trace_tree", "samples", "locations", "strings",
        ]
        let places = order.compactMap { text.firstRange(of: "\"\($0)\":")?.lowerBound }
        guard places.count == order.count, places == places.sorted(), Set(file.keys) == Set(order) else {
            throw Wrong("the parts are not there, or in another order")
        }
        guard let head = file["snapshot"] as? [String: Any], let meta = head["meta"] as? [String: Any],
            let nodeFields = meta["node_fields"] as? [String], let edgeFields = meta["edge_fields"] as? [String],
            let nodeKinds = (meta["node_types"] as? [Any])?.first as? [String],
            let edgeKinds = (meta["edge_types"] as? [Any])?.first as? [String],
            let numbers = file["nodes"] as? [Int], let edgeNumbers = file["edges"] as? [Int],
            let strings = file["strings"] as? [String]
        else { throw Wrong("no head, or a part is of another kind") }
        guard
            nodeFields == ["type", "name", "id", "self_size", "edge_count", "trace_node_id", "detachedness"],
            edgeFields == ["type", "name_or_index", "to_node"],
            (meta["node_types"] as? [Any])?.count == nodeFields.count,
            (meta["edge_types"] as? [Any])?.count == edgeFields.count
        else { throw Wrong("other fields") }
        guard Set(strings).count == strings.count else { throw Wrong("a string is there twice") }
        self.strings = strings
        func string(_ index: Int) throws -> String {
            guard strings.indices.contains(index) else { throw Wrong("no string \(index)") }
            return strings[index]
        }
        let width = nodeFields.count
        guard numbers.count % width == 0, numbers.count / width == head["node_count"] as? Int,
            edgeNumbers.count % 3 == 0, edgeNumbers.count / 3 == head["edge_count"] as? Int,
            (numbers + edgeNumbers).allSatisfy({ (0...Int(UInt32.max)).contains($0) })
        else { throw Wrong("other counts than the head says, or numbers of more than 32 bits") }
        var place = 0
        for start in stride(from: 0, to: numbers.count, by: width) {
            guard nodeKinds.indices.contains(numbers[start]), numbers[start + 6] == 0 else {
                throw Wrong("no kind \(numbers[start])")
            }
            var node = Node(
                kind: nodeKinds[numbers[start]], name: try string(numbers[start + 1]), id: numbers[start + 2],
                bytes: numbers[start + 3], call: numbers[start + 5])
            let end = place + 3 * numbers[start + 4]
            guard end <= edgeNumbers.count else { throw Wrong("more edges than there are") }
            for edge in stride(from: place, to: end, by: 3) {
                let (kind, label, target) = (edgeNumbers[edge], edgeNumbers[edge + 1], edgeNumbers[edge + 2])
                guard edgeKinds.indices.contains(kind), target % width == 0, target < numbers.count else {
                    throw Wrong("an edge of no kind, or to no node")
                }
                let isIndex = ["element", "hidden"].contains(edgeKinds[kind])
                node.edges.append(
                    Edge(
                        kind: edgeKinds[kind], label: isIndex ? "\(label)" : try string(label), target: target / width))
            }
            place = end
            nodes.append(node)
        }
        guard place == edgeNumbers.count else { throw Wrong("edges of no node") }
        guard Set(nodes.map(\.id)).count == nodes.count else { throw Wrong("an id is there twice") }
        try readCalls(file, head)
        for node in nodes where node.call != 0 && calls[node.call] == nil { throw Wrong("no call \(node.call)") }
        guard nodes.first?.kind == "synthetic", nodes[0].edges.first.map({ nodes[$0.target].name }) == "(GC roots)"
        else { throw Wrong("no root") }
    }

    private mutating func readCalls(_ file: [String: Any], _ head: [String: Any]) throws {
        guard let infos = file["trace_function_infos"] as? [Int], infos.count % 6 == 0,
            infos.count / 6 == head["trace_function_count"] as? Int, let tree = file["trace_tree"] as? [Any]
        else { throw Wrong("other functions than the head says") }
        for start in stride(from: 0, to: infos.count, by: 6) {
            guard strings.indices.contains(infos[start + 1]), strings.indices.contains(infos[start + 2]) else {
                throw Wrong("a function without a name")
            }
            functions.append(strings[infos[start + 1]])
        }
        try read(tree, under: "")
    }

    private mutating func read(_ calls: [Any], under stem: String) throws {
        guard calls.count % 5 == 0 else { throw Wrong("half a call") }
        for start in stride(from: 0, to: calls.count, by: 5) {
            guard let id = calls[start] as? Int, let function = calls[start + 1] as? Int,
                let children = calls[start + 4] as? [Any], functions.indices.contains(function), self.calls[id] == nil
            else { throw Wrong("a call of no function, or twice") }
            let path = (stem.isEmpty ? "" : stem + ";") + functions[function]
            self.calls[id] = path
            amounts[id] = calls[(start + 2)...(start + 3)].compactMap { $0 as? Int }
            try read(children, under: path)
        }
    }

    /// The nodes that edges lead to from the root, weak ones left out.
    var reached: Set<Int> {
        var reached: Set<Int> = [0]
        var queue = [0]
        while let node = queue.popLast() {
            for edge in nodes[node].edges where edge.kind != "weak" && reached.insert(edge.target).inserted {
                queue.append(edge.target)
            }
        }
        return reached
    }

    /// The first node of a name.
    func node(_ name: String) -> Node? { nodes.first { $0.name == name } }

    /// An edge as a line: `App.Session -property owner-> App.Controller`.
    var lines: [String] {
        nodes.flatMap { node in
            node.edges.map { "\(node.name) -\($0.kind) \($0.label)-> \(nodes[$0.target].name)" }
        }
    }

    private final class Pieces: @unchecked Sendable {
        var bytes: [UInt8] = []
    }
}

/// Names that are made up.
struct ExportNames: AddressNames {
    var functions: [UInt64: [Symbol]] = [:]
    var variables: [UInt64: String] = [:]

    func functions(of frames: [Frame]) -> [Frame] {
        frames.map { frame in
            var frame = frame
            frame.symbols = functions[frame.offset] ?? []
            return frame
        }
    }

    func variables(of frames: [Frame]) -> [String?] { frames.map { variables[$0.offset] } }
}
