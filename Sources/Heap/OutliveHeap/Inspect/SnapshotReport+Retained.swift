package import OutliveModel

extension SnapshotReport {
    /// Adds retained sizes to the types, sorts the types by them, and lists the blocks that retain the most.
    ///
    /// - Parameters:
    ///   - sizes: The retained sizes of the snapshot.
    ///   - objects: The objects of the report's types.
    ///   - snapshot: The snapshot.
    ///   - top: The number of blocks to list: of all blocks, raw ones included, or of `objects` if the report has a
    ///     pattern.
    /// - Complexity: O(nodes), and O(top) for each block that enters the list.
    package mutating func addRetained(
        _ sizes: RetainedSizes, of objects: LiveObjects, in snapshot: HeapSnapshot, top: Int
    ) {
        let byType = Self.retained(sizes, by: objects, count: snapshot.nodes.count)
        let found = Dictionary(zip(objects.types.lazy.map(\.type), byType), uniquingKeysWith: { first, _ in first })
        for index in types.indices { types[index].retainedBytes = found[types[index].type] }
        types.sort {
            ($1.retainedBytes ?? 0, $1.bytes, $0.type) < ($0.retainedBytes ?? 0, $0.bytes, $1.type)
        }
        var sites = AllocationSites(snapshot)
        let most =
            pattern == nil
            ? Self.most(top, of: snapshot.nodes.indices, sizes)
            : Self.most(top, of: objects.types.flatMap(\.nodes), sizes)
        largest = most.map { index in
            let node = snapshot.nodes[index]
            return SnapshotObject(
                type: snapshot.types[Int(node.type)].type, address: "0x" + String(node.address, radix: 16),
                bytes: Int(clamping: node.bytes), retainedBytes: sizes.retainedBytes(of: index),
                site: sites.backtrace(ofStack: node.stack))
        }
    }

    private static func most(_ count: Int, of nodes: some Sequence<Int>, _ sizes: RetainedSizes) -> [Int] {
        func precedes(_ one: Int, _ other: Int) -> Bool {
            (sizes.retainedBytes(of: other), one) < (sizes.retainedBytes(of: one), other)
        }
        var most: [Int] = []
        for node in nodes {
            if most.count == count, let last = most.last, precedes(last, node) { continue }
            let place = most.firstIndex { precedes(node, $0) } ?? most.count
            most.insert(node, at: place)
            if most.count > count { most.removeLast() }
        }
        return most
    }

    /// Returns the retained size of each type; an object retained by another one of the same type counts once.
    private static func retained(_ sizes: RetainedSizes, by objects: LiveObjects, count: Int) -> [Int] {
        var typeOfNode = [Int32](repeating: -1, count: count)
        for (number, type) in objects.types.enumerated() {
            for node in type.nodes { typeOfNode[node] = Int32(number) }
        }
        var totals = [Int](repeating: 0, count: objects.types.count)
        // The number of objects of each type on the path from the root of the tree to the current node.
        var above = [Int](repeating: 0, count: objects.types.count)
        let tree = DominatorTree(sizes, count: count)
        for start in tree.roots {
            var way = [(node: start, children: tree.children(of: start))]
            enter(start)
            while let (node, children) = way.last {
                if let child = children.first {
                    way[way.count - 1].children = children.dropFirst()
                    enter(Int(child))
                    way.append((Int(child), tree.children(of: Int(child))))
                } else {
                    if typeOfNode[node] >= 0 { above[Int(typeOfNode[node])] -= 1 }
                    way.removeLast()
                }
            }
        }
        func enter(_ node: Int) {
            guard typeOfNode[node] >= 0 else { return }
            let type = Int(typeOfNode[node])
            if above[type] == 0 {
                let sum = totals[type].addingReportingOverflow(sizes.retainedBytes(of: node))
                totals[type] = sum.overflow ? .max : sum.partialValue
            }
            above[type] += 1
        }
        return totals
    }
}

/// The children of each node in the dominator tree.
private struct DominatorTree {
    /// The nodes without a dominator.
    let roots: [Int]
    private let first: [UInt32]
    private let nodes: [UInt32]

    init(_ sizes: RetainedSizes, count: Int) {
        let dominators = (0..<count).map { sizes.dominator(of: $0) }
        roots = dominators.indices.filter { dominators[$0] == nil }
        var first = [UInt32](repeating: 0, count: count + 2)
        for case let dominator? in dominators { first[dominator + 2] += 1 }
        for node in 0..<count { first[node + 2] += first[node + 1] }
        var nodes = [UInt32](repeating: 0, count: count - roots.count)
        for (node, dominator) in dominators.enumerated() {
            guard let dominator else { continue }
            nodes[Int(first[dominator + 1])] = UInt32(node)
            first[dominator + 1] += 1
        }
        (self.first, self.nodes) = (first, nodes)
    }

    func children(of node: Int) -> ArraySlice<UInt32> { nodes[Int(first[node])..<Int(first[node + 1])] }
}
