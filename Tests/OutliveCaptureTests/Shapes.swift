#if os(Linux)
import OutliveHeap
import OutliveModel
import OutliveSymbols
import Testing

/// A snapshot to ask for shapes.
struct Shapes {
    let snapshot: HeapSnapshot

    /// The snapshot that a scenario of the fixture takes of itself.
    init(of scenario: String, environment: [String: String] = [:], allocator: String? = nil) async throws {
        let program = try WatchedProgram(
            arguments: [scenario], executable: "heap-fixture", environment: environment, allocator: allocator)
        #expect(await program.end().output == "true\n")
        snapshot = try program.finishedSnapshot("request-1")
    }

    func name(_ node: Int) -> String { snapshot.types[Int(snapshot.nodes[node].type)].type?.name ?? "raw" }

    func nodes(_ name: String) -> [Int] { snapshot.nodes.indices.filter { self.name($0) == name } }

    /// The one object of a type.
    func node(_ name: String) throws -> Int {
        let all = nodes(name)
        try #require(all.count == 1, "\(all.count) of \(name)")
        return all[0]
    }

    func holders(of node: Int) -> [Int] {
        snapshot.nodes.indices.filter { holder in
            snapshot.edges(ofNode: holder).contains { $0.target == UInt32(node) }
        }
    }

    /// The indices of the edges that lead from one node to another.
    func edges(from node: Int, to target: Int) -> [Int] {
        snapshot.edges(ofNode: node).indices.filter { snapshot.edges[$0].target == UInt32(target) }
    }

    /// The fields of a node's type.
    func fields(of node: Int) -> ArraySlice<HeapSnapshot.Field> {
        snapshot.fields(ofType: Int(snapshot.nodes[node].type))
    }

    /// Returns the name of the function that begins at an address.
    func functionName(_ address: UInt64) -> String? {
        guard let module = snapshot.modules.first(where: { $0.addresses.contains(address) }) else { return nil }
        // Names belong to return addresses, which lie behind a function's first byte.
        let frame = Frame(module: module.path, buildID: module.buildID, offset: address - module.loadBias + 1)
        return Symbolicator().functions(of: [frame]).first?.symbols.first?.function
    }

    func roots(of node: Int) -> [HeapSnapshot.Root] { snapshot.roots.filter { $0.node == UInt32(node) } }
}
#endif
