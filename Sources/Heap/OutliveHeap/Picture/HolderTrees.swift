internal import OutliveModel

/// The limits of all trees of holders together.
struct HolderTreeLimits {
    /// The number of chains that represent the objects of a type, and the objects of all types.
    var chains = 24
    var allChains = 3_000
    /// The number of steps of a path that are kept, from the object on.
    var steps = 12
}

extension RetentionPaths {
    /// Returns the holders of the objects of types, as trees of the steps of leak traces, and for each type the number
    /// of objects whose paths are left out.
    ///
    /// Looking up names blocks the calling thread.
    ///
    /// - Parameter types: The nodes of each type, the most important type first.
    func holderTrees(
        of types: [[Int]], chains: HolderChains, names: any AddressNames, limits: HolderTreeLimits = HolderTreeLimits()
    ) -> [(holders: [HolderGroup], besides: Int)] {
        var folded = FoldedPaths(self, leaking: [])
        var found: [(type: Int, count: Int, path: HeapPath)] = []
        var besides: [Int] = []
        for (type, nodes) in types.enumerated() {
            var counts: [Int32: (count: Int, first: Int)] = [:]
            for node in nodes { counts[chains.ofNode[node], default: (0, node)].count += 1 }
            let sorted = counts.values.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
            let shown = sorted.prefix(min(limits.chains, max(limits.allChains - found.count, 0)))
            found += shown.map { (type, $0.count, folded.path(to: $0.first)) }
            besides.append(nodes.count - shown.reduce(0) { $0 + $1.count })
        }
        let symbols = SymbolCache(for: found.map(\.path), and: [], in: graph.snapshot, names: names)
        let reader = HolderReader(graph, symbols: symbols, leaking: [])
        var roots = types.map { _ in HolderNode() }
        for one in found {
            let trace = FoldedTrace(one.path, reader)
            roots[one.type].add(trace.stepsOutwards(upTo: limits.steps), count: one.count)
        }
        return zip(roots, besides).map { root, besides in (root.groups, besides) }
    }
}

extension FoldedTrace {
    /// Returns the steps from the holder of the object outwards.
    fileprivate func stepsOutwards(upTo maximum: Int) -> [HolderNode.Step] {
        var steps = holders.dropLast().reversed().prefix(maximum).map {
            HolderNode.Step(step: $0.stepWithoutPositions, end: nil)
        }
        if shape != .path, holders.count - 1 <= maximum {
            steps.append(HolderNode.Step(step: TraceStep(kind: .memory, name: ""), end: shape))
        }
        return steps
    }
}

/// A node of a tree of holders under construction.
private struct HolderNode {
    struct Step: Hashable {
        var step: TraceStep
        var end: LeakTrace.Shape?
    }

    var objects = 0
    private var order: [Step] = []
    private var children: [Step: HolderNode] = [:]

    mutating func add(_ steps: [Step], count: Int) { add(steps[...], count: count) }

    private mutating func add(_ steps: ArraySlice<Step>, count: Int) {
        objects += count
        guard let first = steps.first else { return }
        if children[first] == nil { order.append(first) }
        children[first, default: HolderNode()].add(steps.dropFirst(), count: count)
    }

    var groups: [HolderGroup] {
        let sorted = order.enumerated().sorted {
            (children[$1.element]!.objects, $0.offset) < (children[$0.element]!.objects, $1.offset)
        }
        return sorted.map { _, step in
            let node = children[step]!
            return HolderGroup(step: step.step, end: step.end, objects: node.objects, holders: node.groups)
        }
    }
}
