internal import OutliveModel

/// The holders of the objects of types, as trees of the steps of leak traces.
struct HolderTrees {
    /// The limits of all trees together.
    struct Limits {
        /// The number of chains that represent the objects of a type, and the objects of all types.
        var chains = 24
        var allChains = 3_000
        /// The number of steps of a path that are kept, from the object on.
        var steps = 12
    }

    /// For each type, the holders and the number of objects whose paths are left out.
    private(set) var trees: [(holders: [HolderGroup], besides: Int)] = []

    /// Reads the holders. Looking up names blocks the calling thread.
    ///
    /// - Parameter types: The nodes of each type, the most important type first.
    init(
        _ types: [[Int]], chains: HolderChains, paths: RetentionPaths, names: any AddressNames,
        limits: Limits = Limits()
    ) {
        struct Representative {
            var type: Int
            var count: Int
            var path: HeapPath
        }
        var folded = FoldedPaths(paths, leaking: [])
        var found: [Representative] = []
        var besides: [Int] = []
        for (type, nodes) in types.enumerated() {
            var counts: [Int32: (count: Int, first: Int)] = [:]
            for node in nodes { counts[chains.ofNode[node], default: (0, node)].count += 1 }
            let sorted = counts.values.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
            let shown = sorted.prefix(min(limits.chains, max(limits.allChains - found.count, 0)))
            found += shown.map { Representative(type: type, count: $0.count, path: folded.path(to: $0.first)) }
            besides.append(nodes.count - shown.reduce(0) { $0 + $1.count })
        }
        let graph = paths.graph
        let symbols = SymbolCache(for: found.map(\.path), and: [], in: graph.snapshot, names: names)
        let reader = HolderReader(graph, symbols: symbols, leaking: [])
        var roots = types.map { _ in HolderNode() }
        for one in found {
            let trace = FoldedTrace(one.path, reader)
            roots[one.type].add(Self.steps(of: trace, limits), count: one.count)
        }
        trees = zip(roots, besides).map { root, besides in (root.groups, besides) }
    }

    /// Returns the steps from the holder of the object outwards.
    private static func steps(of trace: FoldedTrace, _ limits: Limits) -> [HolderNode.Step] {
        var steps: [HolderNode.Step] = []
        for holder in trace.holders.dropLast().reversed().prefix(limits.steps) {
            steps.append(HolderNode.Step(step: holder.stepWithoutPositions, end: nil))
        }
        let isCut = trace.holders.count - 1 > limits.steps
        if trace.shape != .path, !isCut {
            steps.append(HolderNode.Step(step: TraceStep(kind: .memory, name: ""), end: trace.shape))
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
