internal import Foundation

/// A heap snapshot whose nodes are linked in one shape, such as a list that a program keeps.
struct LinkedHeap {
    /// The shape of the links.
    enum Shape: String, CaseIterable {
        case ring
        /// Each leads to the next, and a global to the first.
        case chain
        /// Each leads to the next and to the one before it, and a global to the first.
        case list
        /// An object that no root leads to has all nodes in an array, and each refers back to it.
        case hub

        /// `true` if a global leads to the nodes.
        var isRooted: Bool { self == .chain || self == .list }
    }

    let shape: Shape
    /// The number of nodes. The other nodes of a hub come after them.
    let nodes: Int

    /// Writes the file.
    func write(to path: String) throws {
        let texts = [
            "/opt/app/bin/app", "App.Node", "App.Hub", "Swift._ContiguousArrayStorage<App.Node>", "next", "back",
        ]
        let all = texts.joined()
        let places = texts.indices.map { index in
            (texts[..<index].reduce(0) { $0 + $1.utf8.count }, texts[index].utf8.count)
        }
        let edges = (0..<nodes + (shape == .hub ? 2 : 0)).map(self.edges)
        var out = try SnapshotOutput(path)
        out.header([
            (1, 1, all.utf8.count), (2, 48, 1), (3, 32, 3), (4, 32, 3), (8, 40, edges.count),
            (9, 8, edges.reduce(0) { $0 + $1.count }), (10, 24, shape.isRooted ? 1 : 0),
        ])
        out.bytes(all.utf8)
        out.align()
        out.words(places[0].0, places[0].1, 0, 0)
        out.longs(0x1000, 0x1000, 0x11000)
        out.words(0, 4096)
        // The node has two fields, the hub one, and an array's elements are one word.
        for (type, fields, first, stride) in [(1, 2, 0, 0), (2, 1, 2, 0), (3, 0, 3, 8)] {
            out.words(places[type].0, places[type].1, 0, 64, first, fields, stride, 0)
        }
        for (name, type, offset) in [(4, 1, 16), (5, 1, 24), (4, 3, 16)] {
            out.words(places[name].0, places[name].1, places[type].0, places[type].1, offset, 8, 0, 0)
        }
        for (node, edges) in edges.enumerated() {
            out.longs(0x10_0000 + 64 * node, 64)
            let type = node < nodes ? 0 : node - nodes + 1
            out.words(type, 0xFFFF_FFFF, 1, 0, edges.count, type == 2 ? nodes : 8)
        }
        for (offset, target) in edges.joined() { out.words(target, offset) }
        if shape.isRooted {
            out.words(0, 1, 0, 0)
            out.longs(0x2000)
        }
        try out.close()
    }

    private func edges(of node: Int) -> [(offset: Int, target: Int)] {
        let (hub, array) = (nodes, nodes + 1)
        let next = node + 1 < nodes ? [(16, node + 1)] : []
        switch shape {
        case .ring: return [(16, (node + 1) % nodes)]
        case .chain: return next
        case .list: return next + (node > 0 ? [(24, node - 1)] : [])
        case .hub:
            if node == hub { return [(16, array)] }
            return node == array ? (0..<nodes).map { (32 + 8 * $0, $0) } : [(24, hub)]
        }
    }
}
