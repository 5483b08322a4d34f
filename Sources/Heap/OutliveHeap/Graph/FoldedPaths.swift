/// Paths to many nodes in which repeating references are folded, so that a path through a list is short.
///
/// Shared prefixes are walked once: the number of steps is the number of nodes on all paths.
struct FoldedPaths {
    /// The lengths of a repeating pattern, in references, for example node, array, element.
    static let periods = 1...4
    /// The minimum length of a ring whose folded path is shared by all its nodes.
    private static let longRing = 32

    private struct Step {
        /// The index of the previous step, or -1 for the first.
        var before: Int32
        var node: UInt32
        /// The edge that leads to the node, or `.max` for the first step.
        var edge: UInt32
        var depth: UInt32
        var label: ReferenceLabel
        /// `true` if this node or an earlier one on the path is leaking.
        var isLeaking: Bool
        /// For each period, the index of the step where the run that ends here begins; the step's own index if there is
        /// none.
        var runs: SIMD4<Int32>

        func start(ofPeriod period: Int) -> Int { Int(runs[period - 1]) }
    }

    private let paths: RetentionPaths
    private let leaking: Set<Int>
    private var cycles: SharedCycles
    private var steps: [Step] = []
    private var indices: [Int: Int32] = [:]
    private var loops: [Int: HeapPath] = [:]
    private var snapshot: HeapSnapshot { paths.graph.snapshot }

    /// Creates the paths; a run ends where leaking nodes begin.
    init(_ paths: RetentionPaths, leaking: Set<Int>) {
        (self.paths, self.leaking) = (paths, leaking)
        cycles = SharedCycles(paths.cycles)
    }

    /// The number of steps taken, and of nodes and references visited in search of cycles.
    var used: Int { steps.count + cycles.used }

    /// Returns the path of `RetentionPaths.path(to:)`, with repeating references folded and a long middle left out.
    mutating func path(to node: Int) -> HeapPath {
        var step = steps[Int(index(of: node))]
        var path = HeapPath(to: node)
        var runs: [Bool] = []
        while step.before >= 0 {
            let run = Self.periods.first { step.depth - steps[step.start(ofPeriod: $0)].depth >= UInt32(2 * $0) }
            let end = run.map(step.start)
            for _ in 0..<(run ?? 1) {
                path.edges.append(Int(step.edge))
                runs.append(run != nil)
                step = steps[Int(step.before)]
                path.nodes.append(Int(step.node))
            }
            if let end { step = steps[end] }
        }
        path.nodes.reverse()
        path.edges.reverse()
        path.runs = Set(runs.reversed().enumerated().lazy.filter(\.element).map(\.offset))
        path.origin = paths.origin(at: Int(step.node))
        if path.origin == .cycle { path = loop(of: Int(step.node)).followed(by: path) }
        return path.shortened(leaking: leaking)
    }

    // MARK: - Steps

    private mutating func index(of node: Int) -> Int32 {
        var waiting: [(node: Int, edge: UInt32)] = []
        var at = node
        while indices[at] == nil {
            guard let edge = paths.edge(to: at) else {
                waiting.append((at, .max))
                break
            }
            waiting.append((at, UInt32(edge)))
            at = snapshot.source(ofEdge: edge)
        }
        for (node, edge) in waiting.reversed() { add(node, edge) }
        return indices[node]!
    }

    private mutating func add(_ node: Int, _ edge: UInt32) {
        let own = Int32(steps.count)
        var step = Step(
            before: -1, node: UInt32(node), edge: edge, depth: 0, label: .boundary, isLeaking: leaking.contains(node),
            runs: SIMD4(repeating: own))
        if edge != .max {
            let source = snapshot.source(ofEdge: Int(edge))
            step.before = indices[source]!
            let before = steps[Int(step.before)]
            step.depth = before.depth + 1
            if before.isLeaking || !step.isLeaking { step.label = label(Int(edge), from: source) }
            step.isLeaking = step.isLeaking || before.isLeaking
        }
        steps.append(step)
        indices[node] = own
        for period in Self.periods {
            steps[Int(own)].runs[period - 1] = Int32(startOfRun(endingAt: Int(own), period))
        }
    }

    /// Returns the index of the step where the run of a period that ends at a step begins.
    private func startOfRun(endingAt own: Int, _ period: Int) -> Int {
        guard steps[own].depth >= period else { return own }
        var first = own
        for _ in 0..<period { first = Int(steps[first].before) }
        var (one, other) = (own, first)
        for _ in 0..<period {
            guard steps[other].before >= 0, steps[one].label == steps[other].label else { return first }
            (one, other) = (Int(steps[one].before), Int(steps[other].before))
        }
        return steps[first].start(ofPeriod: period)
    }

    private func label(_ edge: Int, from node: Int) -> ReferenceLabel {
        ReferenceLabel(edge, from: node, snapshot, paths.typeRanks)
    }

    // MARK: - Cycles

    private mutating func loop(of node: Int) -> HeapPath {
        if let known = loops[node] { return known }
        let path = cycles.path(to: node)
        let labels = zip(path.edges, path.nodes).map(label)
        var folded = HeapPath(origin: .cycle, nodes: [])
        for part in [0..<path.loop, path.loop..<path.edges.count] {
            var next = part.lowerBound
            while next < part.upperBound {
                let runs = Self.periods.lazy.map { ($0, Self.repetitions(labels, of: $0, from: next, part.upperBound)) }
                let (period, count) = runs.first { $0.1 > 1 } ?? (1, 1)
                for index in next..<next + period {
                    if count > 1 { folded.runs.insert(folded.edges.count) }
                    folded.nodes.append(path.nodes[index])
                    folded.edges.append(path.edges[index])
                }
                next += period * count
            }
            if part.lowerBound == 0 { folded.loop = folded.edges.count }
        }
        folded.nodes.append(node)
        loops[node] = folded
        if path.loop > Self.longRing, path.edges.count == path.loop, folded.runs.count == folded.loop {
            share(path, period: folded.loop)
        }
        return folded
    }

    /// Stores the folded path of each node of a ring that consists of one run.
    private mutating func share(_ ring: HeapPath, period: Int) {
        for index in 0..<ring.loop where loops[ring.nodes[index]] == nil {
            let indices = (index..<index + period).map { $0 % ring.loop }
            loops[ring.nodes[index]] = HeapPath(
                origin: .cycle, nodes: indices.map { ring.nodes[$0] } + [ring.nodes[index]],
                edges: indices.map { ring.edges[$0] }, loop: period, runs: Set(0..<period))
        }
    }

    /// Returns the number of consecutive repetitions of the labels of a period.
    private static func repetitions(
        _ labels: [ReferenceLabel], of period: Int, from start: Int, _ end: Int
    ) -> Int {
        var index = start + period
        while index < end, labels[index] == labels[index - period] { index += 1 }
        return (index - start) / period
    }
}

extension HeapPath {
    /// The number of references printed at each end of a long path.
    private static let ends = 24
    /// The number of references printed on either side of the first leaking object and of the end of a cycle.
    private static let surroundings = 6

    /// Returns the cycle followed by a path that starts at its last node.
    fileprivate func followed(by path: HeapPath) -> HeapPath {
        var result = self
        result.nodes += path.nodes.dropFirst()
        result.edges += path.edges
        result.runs.formUnion(path.runs.map { $0 + edges.count })
        return result
    }

    /// Returns the path without the middle if it is too long to read.
    fileprivate func shortened(leaking: Set<Int>) -> HeapPath {
        guard edges.count > 3 * Self.ends else { return self }
        let firstLeaking = nodes.firstIndex(where: leaking.contains) ?? 0
        let kept = edges.indices.filter { index in
            index < Self.ends || index >= edges.count - Self.ends || abs(index - firstLeaking) < Self.surroundings
                || abs(index - loop) < Self.surroundings
        }
        var result = HeapPath(origin: origin, nodes: [])
        for index in kept {
            if runs.contains(index) || (index + 1 < edges.count && !kept.contains(index + 1)) {
                result.runs.insert(result.edges.count)
            }
            result.nodes.append(nodes[index])
            result.edges.append(edges[index])
            if index < loop { result.loop += 1 }
        }
        result.nodes.append(nodes[nodes.count - 1])
        return result
    }
}
