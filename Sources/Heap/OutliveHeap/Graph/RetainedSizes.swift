/// The retained size of each block of a snapshot: the memory released along with it, its own included.
///
/// It takes 12 bytes per node in addition to the paths.
package struct RetainedSizes: Sendable {
    /// The immediate dominator of each node, or `HeapSnapshot.none`.
    let dominators: [UInt32]
    private let bytes: [Int]

    /// Computes the retained sizes.
    ///
    /// Blocks without a holder, and one block of each otherwise unheld cycle, count as held from outside.
    ///
    /// - Complexity: O((nodes + edges) log nodes), in practice linear.
    package init(_ paths: RetentionPaths) {
        let found = Dominators(paths.graph, from: paths.starts())
        let nodes = paths.graph.snapshot.nodes
        var bytes = [Int](large: nodes.count, repeating: 0)
        for index in nodes.indices { bytes[index] = Int(clamping: nodes[index].bytes) }
        for node in found.order.reversed() where found.immediate[Int(node)] != HeapSnapshot.none {
            let dominator = Int(found.immediate[Int(node)])
            bytes[dominator] = clampedSum(bytes[dominator], bytes[Int(node)])
        }
        dominators = found.immediate
        self.bytes = bytes
    }

    /// Returns the retained size of a node in bytes, its own size included.
    package func retainedBytes(of node: Int) -> Int { bytes[node] }

    /// Returns, for each group, the sum of the retained sizes of its nodes, where a node retained by another of the
    /// group counts once.
    ///
    /// Memory that only several of the nodes retain together is not included.
    ///
    /// - Complexity: O(nodes of the snapshot), and O(dominators of its nodes) for each group.
    package func retainedBytes(ofGroups groups: [[Int]]) -> [Int] {
        // Each group has marks of its own, so that the table is cleared only once; lower marks are of earlier groups.
        var marks = [UInt32](repeating: 0, count: bytes.count)
        return groups.enumerated().map { index, nodes in
            let (unknown, member, inside, outside) = marksOfGroup(index)
            for node in nodes { marks[node] = member }
            var total = 0
            for node in nodes where marks[node] == member {
                marks[node] = inside
                var above = dominators[node]
                while above != HeapSnapshot.none, marks[Int(above)] <= unknown { above = dominators[Int(above)] }
                let isInside = above != HeapSnapshot.none && marks[Int(above)] != outside
                var passed = dominators[node]
                while passed != above {
                    marks[Int(passed)] = isInside ? inside : outside
                    passed = dominators[Int(passed)]
                }
                if !isInside { total = clampedSum(total, bytes[node]) }
            }
            return total
        }
    }

    /// Returns the marks of nodes not visited yet, members to count, nodes that counted members retain, and others.
    private func marksOfGroup(_ index: Int) -> (unknown: UInt32, member: UInt32, inside: UInt32, outside: UInt32) {
        let first = UInt32(3 * index)
        return (first, first + 1, first + 2, first + 3)
    }
}

/// Returns a sum of sizes, which overflows only in corrupt files.
private func clampedSum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? .max : sum
}
