internal import OutliveModel

extension RetentionPaths {
    /// The number of steps of a path that are kept, from the object on.
    private static let maximumSteps = 12

    /// Returns the holders of the objects of types, as trees of the steps of leak traces, and for each type the number
    /// of objects whose paths are left out.
    ///
    /// Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - types: The nodes of each type, the most important type first.
    ///   - perType: The maximum number of chains that represent the objects of a type.
    ///   - ofAll: The maximum number of chains of all types.
    func holderTrees(
        of types: [[Int]], chains: HolderChains, names: any AddressNames, perType: Int = 24, ofAll: Int = 3_000
    ) -> [(holders: [HolderGroup], besides: Int)] {
        var folded = FoldedPaths(self, leaking: [])
        var found: [(type: Int, count: Int, path: HeapPath)] = []
        var besides: [Int] = []
        for (type, nodes) in types.enumerated() {
            var counts: [Int32: (count: Int, first: Int)] = [:]
            for node in nodes { counts[chains.ofNode[node], default: (0, node)].count += 1 }
            let sorted = counts.values.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
            let shown = sorted.prefix(min(perType, max(ofAll - found.count, 0)))
            found += shown.map { (type, $0.count, folded.path(to: $0.first)) }
            besides.append(nodes.count - shown.reduce(0) { $0 + $1.count })
        }
        let symbols = SymbolCache(for: found.map(\.path), and: [], in: graph.snapshot, names: names)
        let reader = HolderReader(graph, symbols: symbols, leaking: [])
        var trees = types.map { _ in [HolderGroup]() }
        for one in found {
            let steps = FoldedTrace(one.path, reader).stepsOutwards(upTo: Self.maximumSteps)
            trees[one.type].add(steps[...], count: one.count)
        }
        return zip(trees, besides).map { tree, besides in (tree.mostFirst, besides) }
    }
}

extension FoldedTrace {
    /// Returns the steps from the holder of the object outwards, each as a group without objects.
    fileprivate func stepsOutwards(upTo maximum: Int) -> [HolderGroup] {
        var steps = holders.dropLast().reversed().prefix(maximum).map {
            HolderGroup(step: $0.stepWithoutPositions, objects: 0)
        }
        if shape != .path, holders.count - 1 <= maximum {
            steps.append(HolderGroup(step: TraceStep(kind: .memory, name: ""), end: shape, objects: 0))
        }
        return steps
    }
}

extension [HolderGroup] {
    /// Adds objects to the groups of steps, each of which is below the one before it.
    fileprivate mutating func add(_ steps: ArraySlice<HolderGroup>, count: Int) {
        guard let first = steps.first else { return }
        let index = firstIndex { $0.step == first.step && $0.end == first.end } ?? self.count
        if index == self.count { append(first) }
        self[index].objects += count
        self[index].holders.add(steps.dropFirst(), count: count)
    }

    /// The groups with the most objects first; of equal ones, the one that was added first.
    fileprivate var mostFirst: Self {
        let sorted = indices.sorted { (self[$1].objects, $0) < (self[$0].objects, $1) }
        return sorted.map { index in
            var group = self[index]
            group.holders = group.holders.mostFirst
            return group
        }
    }
}
