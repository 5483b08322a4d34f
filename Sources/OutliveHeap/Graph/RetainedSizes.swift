/// How much memory each block of a snapshot retains: what would be gone with it, itself included.
///
/// Beside the paths it takes 12 bytes a node.
public struct RetainedSizes: Sendable {
    private let graph: HeapGraph
    private let dominators: [UInt32]
    private let bytes: [Int]

    /// Finds what every block retains.
    ///
    /// What nothing holds, and one block of each cycle that nothing else holds, counts as held from outside.
    ///
    /// - Complexity: O((nodes + edges) log nodes), in practice linear.
    public init(_ paths: RetentionPaths) {
        graph = paths.graph
        let found = Dominators(graph, from: paths.beginnings())
        // More than can be counted is only in files that are not true.
        let nodes = graph.snapshot.nodes
        var bytes = [Int](large: nodes.count, repeating: 0)
        for index in nodes.indices { bytes[index] = Int(clamping: nodes[index].bytes) }
        for node in found.order.reversed() where found.immediate[Int(node)] != HeapSnapshot.none {
            let dominator = Int(found.immediate[Int(node)])
            let sum = bytes[dominator].addingReportingOverflow(bytes[Int(node)])
            bytes[dominator] = sum.overflow ? .max : sum.partialValue
        }
        dominators = found.immediate
        self.bytes = bytes
    }

    /// The bytes that a node retains, its own included.
    ///
    /// - Parameter node: its index in the snapshot's `nodes`.
    public func retainedBytes(of node: Int) -> Int { bytes[node] }

    /// The bytes that nodes retain together, where one that another retains counts once.
    ///
    /// What they retain only together, as none does alone, is not in it.
    ///
    /// - Parameter nodes: their indices in the snapshot's `nodes`.
    /// - Complexity: O(nodes of the snapshot).
    public func retainedBytes(ofGroup nodes: [Int]) -> Int {
        var places = [Place](repeating: .unknown, count: bytes.count)
        for node in nodes { places[node] = .member }
        var total = 0
        for node in nodes where places[node] == .member {
            places[node] = .counted
            var above = dominators[node]
            while above != HeapSnapshot.none, places[Int(above)] == .unknown { above = dominators[Int(above)] }
            let isInside = above != HeapSnapshot.none && places[Int(above)] != .outside
            var passed = dominators[node]
            while passed != above {
                places[Int(passed)] = isInside ? .inside : .outside
                passed = dominators[Int(passed)]
            }
            guard !isInside else { continue }
            let sum = total.addingReportingOverflow(bytes[node])
            total = sum.overflow ? .max : sum.partialValue
        }
        return total
    }

    /// Where a node is, seen from a group.
    private enum Place: UInt8 {
        case unknown
        case member
        /// A member that is in the sum, or in one that is.
        case counted
        /// A member retains it.
        case inside
        case outside
    }

    /// The nearest node that everything which holds a node passes; nil where that is a root, or nothing.
    ///
    /// - Parameter node: its index in the snapshot's `nodes`.
    public func dominator(of node: Int) -> Int? {
        dominators[node] == HeapSnapshot.none ? nil : Int(dominators[node])
    }
}
