package import OutliveModel

/// The leak traces of the nodes of a snapshot.
package struct HeapTraces: Sendable {
    package let graph: HeapGraph
    package let paths: RetentionPaths
    private let names: any AddressNames
    private let growing: GrowingNodes
    /// The tasks among the growth, with the tasks that work for them.
    let tasks: AccumulatingTasks?
    /// The growing objects to which these tasks lead.
    let reach: TaskReach?
    private let rootCounts: [UInt32: Int]

    /// The maximum number of nodes traced per group; they represent the others.
    static let sample = 500
    /// The maximum number of references of a node that are searched for weak ones.
    private static let observedLimit = 64
    /// The budget of one call for finding the references to cut.
    private static let cutSteps = 200_000

    /// Finds the paths to all nodes of a snapshot, which enter the growth through the reference that explains the most
    /// of it.
    ///
    /// - Parameters:
    ///   - analysed: A snapshot; without a graph there are no traces.
    ///   - growing: The nodes of each growth finding.
    package init(_ analysed: AnalysedSnapshot, growing: [[Int]] = []) {
        self.init(analysed, growing: growing, tasks: nil)
    }

    /// Finds the paths like `init(_:growing:)`, with the tasks of the snapshot among the growth.
    init(_ analysed: AnalysedSnapshot, growing: [[Int]], tasks: AccumulatingTasks?) {
        let (snapshot, graph) = (analysed.snapshot, analysed.graph)
        self.graph = graph
        names = analysed.names
        let reach = tasks.map { TaskReach($0, in: graph, growing: growing.joined()) }
        self.reach = reach
        self.tasks = reach.flatMap { tasks?.withHelpers($0) }
        rootCounts = snapshot.rootCounts
        self.growing = GrowingNodes(growing, nodes: snapshot.nodes.count)
        paths = self.growing.isEmpty ? analysed.paths : RetentionPaths(graph, growing: self.growing)
    }

    /// Returns the leak traces of some nodes, the most frequent first; equal ones are counted in one trace.
    ///
    /// Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - nodes: The indices of nodes with the same type and site.
    ///   - leaking: The leaking nodes, these included: the reference to cut leads from a living holder to one of them.
    package func traces(of nodes: [Int], leaking: Set<Int>) -> [LeakTrace] {
        retentions(of: [nodes], leaking: leaking)[0].traces
    }

    /// Returns the leak traces of each group of nodes, and the entries through which its paths reach the growth.
    ///
    /// Names are looked up once for all groups, which blocks the calling thread.
    ///
    /// - Parameters:
    ///   - groups: The indices of nodes, grouped by type and site; 500 nodes represent a larger group.
    ///   - owners: The groups whose nodes may own blocks of others.
    ///   - leaking: The leaking nodes, including all groups'.
    func retentions(of groups: [[Int]], owners: Set<Int> = [], leaking: Set<Int>) -> [GroupRetention] {
        var folded = FoldedPaths(paths, leaking: leaking)
        let samples = groups.map { sampled($0, &folded) }
        let all = samples.flatMap { $0 }
        let symbols = SymbolCache(
            for: all.map(\.path), and: all.flatMap(\.closureEdges), in: graph.snapshot, names: names)
        let reader = HolderReader(graph, symbols: symbols, leaking: leaking)
        var suspects = SharedSuspects(
            graph, CutCheck(graph, roots: rootCounts, WorkBudget(steps: Self.cutSteps)),
            CycleMembers(paths, of: all.lazy.filter { $0.path.origin == .cycle }.map { $0.path.nodes[0] }),
            isProgram: symbols.isProgram)
        let folds = samples.map { $0.map { fold($0, reader) } }
        for fold in folds.joined() { suspects.search(fold.trace, closure: fold.closure) }
        let entrances = GrowthEntranceReader(paths, growing)
        var groupOfNode: [Int: Int] = [:]
        for owner in owners {
            for node in groups[owner] { groupOfNode[node] = owner }
        }
        let objectsBySideTable = groupOfNode.isEmpty ? [:] : graph.snapshot.objectsBySideTable
        // With stacks, the line that allocates memory shows what it belongs to.
        let shares = graph.snapshot.header.hasStacks ? [:] : GrowingParts(graph, growing).shares(of: groups)
        return zip(groups, samples).enumerated().map { index, group in
            let (nodes, sample) = group
            return GroupRetention(
                traces: mergedTraces(zip(sample, folds[index]).map { item($0, $1, suspects) }),
                entries: entrances.entries(of: nodes, sample.map { ($0.path, $0.count) }),
                owner: owner(of: index, sample, groupOfNode),
                observed: observed(by: index, sample, groupOfNode, objectsBySideTable),
                ofRoots: countOfRoots(nodes, sample), connected: shares[index] ?? [:])
        }
    }

    /// Returns the group that a group's nodes are part of, or `nil` if there is none.
    ///
    /// The paths to at least four fifths of the nodes pass through nodes of other groups. The group with the outermost
    /// node on most of them is the owner. Half of the elements of a container must belong to other groups.
    private func owner(of group: Int, _ sample: [Representative], _ groupOfNode: [Int: Int]) -> Int? {
        var counts: [Int: Int] = [:]
        for item in sample {
            let outermost = item.path.nodes.dropLast().lazy.compactMap { groupOfNode[$0] }.first
            if let outermost, outermost != group { counts[outermost, default: 0] += item.count }
        }
        // A growing container is part of what its elements belong to.
        if counts.isEmpty, sample.count == 1, let container = sample[0].path.nodes.last {
            let elements = graph.snapshot.nodes[container].edges.prefix(Self.sample)
            for edge in elements {
                let element = groupOfNode[Int(graph.snapshot.edges[edge].target)]
                if let element, element != group { counts[element, default: 0] += 1 }
            }
            return counts.values.reduce(0, +) * 2 >= elements.count ? counts.mostFrequent : nil
        }
        let all = sample.reduce(0) { $0 + $1.count }
        return counts.values.reduce(0, +) * 5 >= all * 4 ? counts.mostFrequent : nil
    }

    /// Returns the group to whose nodes at least four fifths of a group's nodes refer weakly, or `nil` if there is none.
    private func observed(
        by group: Int, _ sample: [Representative], _ groupOfNode: [Int: Int], _ objectsBySideTable: [UInt32: UInt32]
    ) -> Int? {
        var counts: [Int: Int] = [:]
        for item in sample {
            guard let node = item.path.nodes.last else { continue }
            let targets = graph.snapshot.nodes[node].edges.prefix(Self.observedLimit).compactMap { edge in
                let target = graph.snapshot.edges[edge].target
                let object = objectsBySideTable[target] ?? (graph.strength(ofEdge: edge) == .none ? target : nil)
                return object.flatMap { groupOfNode[Int($0)] }
            }
            for target in Set(targets) where target != group { counts[target, default: 0] += item.count }
        }
        let all = sample.reduce(0) { $0 + $1.count }
        return counts.filter { $0.value * 5 >= all * 4 }.mostFrequent
    }

    /// Returns the number of nodes that roots lead to through memory that is as young as they are; see `GroupRetention`.
    private func countOfRoots(_ nodes: [Int], _ sample: [Representative]) -> Int {
        func birth(_ node: Int) -> UInt32 { graph.snapshot.nodes[node].birth }
        let oldest = nodes.lazy.map(birth).min() ?? 0
        return sample.reduce(0) { sum, item in
            guard case .root = item.path.origin, item.path.nodes.allSatisfy({ birth($0) >= oldest }) else { return sum }
            return sum + item.count
        }
    }

    /// A node that represents others of its group.
    private struct Representative {
        var path: HeapPath
        var count: Int
        /// For a library object, the edges that it leads to with functions that may reveal its purpose.
        var closureEdges: [Int]
    }

    /// Returns evenly spaced nodes of a group.
    private func sampled(_ nodes: [Int], _ folded: inout FoldedPaths) -> [Representative] {
        let sorted = nodes.sorted()
        let chosen = min(sorted.count, Self.sample)
        return (0..<chosen).map { index in
            let (from, to) = (index * sorted.count / chosen, (index + 1) * sorted.count / chosen)
            let type = graph.snapshot.type(ofNode: sorted[from])
            let isLibrary = type?.kind == .object && type?.isOfOwnModule == false
            let path = folded.path(to: sorted[from])
            // Properties that hold each other need no explanation by raw memory, where a word may be left over.
            let isOfFields =
                path.origin == .cycle
                && path.edges.prefix(path.loop).allSatisfy { graph.strength(ofEdge: $0) == .field }
            let weakest = isOfFields ? ReferenceStrength.word : .raw
            return Representative(
                path: path, count: to - from,
                closureEdges: isLibrary ? graph.closureEdges(from: sorted[from], within: growing, weakest) : [])
        }
    }

    /// A folded path, and the code of the program that a survivor of a library leads to.
    private typealias Fold = (trace: FoldedTrace, closure: CodeName?)

    private func fold(_ sample: Representative, _ reader: HolderReader) -> Fold {
        var folded = FoldedTrace(sample.path, reader)
        // A block of a library without a holder is kept for reuse, and its contents are stale.
        if folded.shape == .unheld, let survivor = sample.path.nodes.last, folded.isInForeignBlock {
            folded = FoldedTrace(HeapPath(to: survivor), reader)
        }
        let closure = sample.closureEdges.lazy
            .compactMap { reader.symbols.code(at: graph.snapshot.function(ofEdge: $0)) }
            .first { $0.isSwiftCode && reader.symbols.isProgram($0.module ?? "") }
        return (folded, closure)
    }

    private func item(_ sample: Representative, _ fold: Fold, _ suspects: SharedSuspects) -> TraceItem {
        let folded = fold.trace
        let found = suspects.suspect(of: folded, closure: fold.closure)
        let suspect = tasks?.suspect(of: folded, on: sample.path, besides: found, in: graph) ?? found
        let trace = LeakTrace(
            shape: folded.shape, steps: folded.holders.map(\.step), culprit: suspect, objects: sample.count,
            fingerprint: folded.fingerprint(suspect: suspect))
        let isMomentary = folded.holders.first.map { $0.kind == .stack && !$0.isMainThread } ?? false
        return TraceItem(trace: trace, isDoubtful: folded.isDoubtful, isMomentary: isMomentary)
    }
}

extension HeapGraph {
    /// The maximum number of nodes visited, of edges read of each, and of edges returned.
    private static let closureLimit = 64

    /// Returns the edges nearest to a node that have a function beside them, nearest first.
    ///
    /// - Parameters:
    ///   - growing: The nodes to search, unless there are none: a closure that lives on has another purpose.
    ///   - weakest: The weakest reference to follow.
    fileprivate func closureEdges(
        from node: Int, within growing: GrowingNodes, _ weakest: ReferenceStrength
    ) -> [Int] {
        let nodes = breadthFirst(
            from: [node], upTo: Self.closureLimit,
            along: { edge in
                strength(ofEdge: edge) <= weakest
                    && (growing.isEmpty || growing.contains(Int(snapshot.edges[edge].target)))
            }
        ).nodes
        // A large array among them has a million edges, which every sample of a group would read.
        let edges = nodes.lazy.flatMap { [self] in snapshot.nodes[$0].edges.prefix(Self.closureLimit) }
            .filter { [self] in strength(ofEdge: $0) <= weakest && snapshot.function(ofEdge: $0) != nil }
        return Array(edges.prefix(Self.closureLimit))
    }
}

/// The leak traces of the nodes of one finding.
struct GroupRetention {
    /// The traces, the most frequent first.
    var traces: [LeakTrace]
    /// The entries through which the paths reach the growth, with the number of nodes.
    var entries: [GrowthEntrance: Int]
    /// The index of the group whose objects or blocks the nodes are part of, or `nil` if there is none.
    var owner: Int?
    /// The index of the group to whose nodes these refer weakly, or `nil` if there is none.
    var observed: Int?
    /// The number of nodes that a root leads to without an older object or block on the way, as to the elements of a
    /// list.
    var ofRoots = 0
    /// For each other group, the part of the nodes that growing nodes connect with one of it, from 0 to 1; empty with
    /// allocation stacks.
    var connected: [Int: Double] = [:]
}

/// A leak trace and its reliability.
struct TraceItem {
    var trace: LeakTrace
    /// `true` if the trace may begin at a stale word.
    var isDoubtful = false
    /// `true` if the trace begins at the stack of a thread other than the first, whose words change with each function.
    var isMomentary = false
}

/// Merges traces by fingerprint, the most frequent first; the most frequent wording represents a group, then the first
/// in order.
///
/// If the first group is certain and doubtful ones cover less than a fifth of all objects, their objects count as the
/// first group's. Stacks of threads come last, unless they have more than four fifths of all objects.
func mergedTraces(_ items: [TraceItem]) -> [LeakTrace] {
    let all = items.map(\.trace).objects
    var groups = Dictionary(grouping: items, by: \.trace.fingerprint).values.map { group in
        let wordings = Dictionary(grouping: group, by: \.trace.description)
        let best = wordings.min { ($1.value.count, $0.key) < ($0.value.count, $1.key) }!
        var merged = TraceItem(trace: best.value[0].trace, isDoubtful: group.allSatisfy(\.isDoubtful))
        merged.trace.objects = group.map(\.trace).objects
        merged.isMomentary = group.allSatisfy(\.isMomentary) && merged.trace.objects * 5 <= all * 4
        return merged
    }.sorted {
        $0.isMomentary == $1.isMomentary
            ? ($1.trace.objects, $0.trace.fingerprint) < ($0.trace.objects, $1.trace.fingerprint) : $1.isMomentary
    }
    let doubtful = groups.dropFirst().filter(\.isDoubtful).map(\.trace).objects
    if let first = groups.first, !first.isDoubtful, doubtful * 5 < all {
        groups = [first] + groups.dropFirst().filter { !$0.isDoubtful }
        groups[0].trace.objects += doubtful
    }
    return groups.map(\.trace)
}

extension [LeakTrace] {
    /// The number of survivors that the traces represent.
    var objects: Int { reduce(0) { $0 + $1.objects } }
}
