/// The retained size of each block of a snapshot: the memory released along with it, its own included.
///
/// It takes 12 bytes per node in addition to the paths.
package struct RetainedSizes: Sendable {
    private let graph: HeapGraph
    private let dominators: [UInt32]
    private let bytes: [Int]

    /// Computes the retained sizes.
    ///
    /// Blocks without a holder, and one block of each otherwise unheld cycle, count as held from outside.
    ///
    /// - Complexity: O((nodes + edges) log nodes), in practice linear.
    package init(_ paths: RetentionPaths) {
        graph = paths.graph
        let found = Dominators(graph, from: paths.beginnings())
        // The sum overflows only in corrupt files.
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

    /// Returns the retained size of a node in bytes, its own size included.
    ///
    /// - Parameter node: The index in the snapshot's `nodes`.
    package func retainedBytes(of node: Int) -> Int { bytes[node] }

    /// Returns the sum of the retained sizes of some nodes, where a node retained by another counts once.
    ///
    /// Memory that only several of the nodes retain together is not included.
    ///
    /// - Parameter nodes: The indices in the snapshot's `nodes`.
    /// - Complexity: O(nodes of the snapshot).
    package func retainedBytes(ofGroup nodes: [Int]) -> Int {
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

    private enum Place: UInt8 {
        case unknown
        case member
        /// A member whose size is included in the sum.
        case counted
        /// A node that a member retains.
        case inside
        case outside
    }

    /// Returns the immediate dominator of a node, or `nil` if that is a root or nothing.
    ///
    /// - Parameter node: The index in the snapshot's `nodes`.
    package func dominator(of node: Int) -> Int? {
        dominators[node] == HeapSnapshot.none ? nil : Int(dominators[node])
    }
}
