package import OutliveModel

/// The leak traces of the nodes of a snapshot.
package struct HeapTraces: Sendable {
    /// The snapshot as a graph.
    package let graph: HeapGraph
    private let names: any AddressNames
    private let roots: CutCheck.RootCounts
    /// The best path to each node.
    package let paths: RetentionPaths

    private let growing: GrowingNodes

    /// The maximum number of nodes traced per group; they represent the others.
    static let sample = 500
    /// The budget of one call for finding the references to cut.
    private static let cutSteps = 200_000

    /// Finds the paths to all nodes of a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot; without a graph there are no traces.
    ///   - names: The names of the code and variables in the modules of the process.
    /// - Complexity: O(nodes + edges).
    package init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        self.init(snapshot, names: names, growing: [])
    }

    /// Finds the paths to all nodes of a snapshot, which enter the growth through the reference that explains the most
    /// of it.
    ///
    /// - Parameter growing: The nodes of each growth finding.
    init(_ snapshot: HeapSnapshot, names: any AddressNames, growing: [[Int]]) {
        graph = HeapGraph(snapshot)
        self.names = names
        self.growing = GrowingNodes(growing, nodes: snapshot.nodes.count)
        paths = RetentionPaths(graph, growing: self.growing)
        roots = CutCheck.RootCounts(snapshot)
    }

    /// Returns the leak traces of some nodes, the most frequent first; equal ones are counted in one trace.
    ///
    /// Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - nodes: The indices of nodes with the same type and site.
    ///   - dying: The leaking nodes, these included: the reference to cut leads from a living holder to one of them.
    package func traces(of nodes: [Int], dying: Set<Int>) -> [LeakTrace] {
        traces(of: [nodes], dying: dying)[0]
    }

    /// Returns the leak traces of each group of nodes, like `traces(of:dying:)` for one group.
    ///
    /// Names are looked up once for all groups, which blocks the calling thread: prefer this to many calls.
    ///
    /// - Parameters:
    ///   - groups: The indices of nodes, grouped by type and site; 500 nodes represent a larger group.
    ///   - dying: The leaking nodes, those of all groups included.
    package func traces(of groups: [[Int]], dying: Set<Int>) -> [[LeakTrace]] {
        retentions(of: groups, dying: dying).map(\.traces)
    }

    /// Returns the leak traces of each group of nodes, and the entries through which its paths reach the growth.
    func retentions(of groups: [[Int]], dying: Set<Int>) -> [GroupRetention] {
        var folded = FoldedPaths(paths, dying: dying)
        let samples = groups.map { sampled($0, &folded) }
        let all = samples.flatMap { $0 }
        let book = SymbolCache(for: all.map(\.path), and: all.flatMap(\.beyond), in: graph.snapshot, names: names)
        let reader = HolderReader(graph, book: book, dying: dying)
        let members = CycleMembers(paths, of: all.lazy.filter { $0.path.origin == .cycle }.map { $0.path.nodes[0] })
        let cuts = CutCheck(graph, roots, WorkBudget(steps: Self.cutSteps))
        var culprits = SharedSuspects(graph, cuts, members, isProgram: book.isProgram)
        let border = GrowthEntranceReader(paths, growing)
        return samples.map { sample in
            GroupRetention(
                traces: TraceGroups(sample.map { item($0, reader, &culprits) }).traces,
                entries: border.entries(of: sample.map { ($0.path, $0.count) }))
        }
    }

    /// A node that represents others of its group.
    private struct Sample {
        var path: HeapPath
        var count: Int
        /// For a library object, the edges beyond it whose functions may reveal its purpose.
        var beyond: [Int]
    }

    /// Returns evenly spaced nodes of a group.
    private func sampled(_ nodes: [Int], _ folded: inout FoldedPaths) -> [Sample] {
        let sorted = nodes.sorted()
        let chosen = min(sorted.count, Self.sample)
        return (0..<chosen).map { place in
            let (from, to) = (place * sorted.count / chosen, (place + 1) * sorted.count / chosen)
            let type = graph.snapshot.types[Int(graph.snapshot.nodes[sorted[from]].type)].type
            let isLibrary =
                type?.kind == .object && !(type?.module.map { isProgramModule($0) && !isKnownLibrary($0) } ?? false)
            return Sample(
                path: folded.path(to: sorted[from]), count: to - from,
                beyond: isLibrary ? LibraryClosures.functions(from: sorted[from], graph) : [])
        }
    }

    private func item(_ sample: Sample, _ reader: HolderReader, _ culprits: inout SharedSuspects) -> TraceGroups.Item {
        var reading = TraceReading(sample.path, reader)
        // A library block without a holder is one for reuse, with stale contents.
        if reading.shape == .unheld, let survivor = sample.path.nodes.last, reading.isInForeignBlock {
            reading = TraceReading(HeapPath(origin: .unheld, nodes: [survivor], edges: []), reader)
        }
        let beyond = sample.beyond.lazy.compactMap { reader.book.code(at: graph.snapshot.function(ofEdge: $0)) }
            .first { $0.isSwiftCode && reader.book.isProgram($0.module ?? "") }
        let culprit = culprits.culprit(of: reading, beyond: beyond)
        let trace = LeakTrace(
            shape: reading.shape, steps: reading.holders.map(\.step), culprit: culprit,
            fingerprint: Fingerprint.of(reading, culprit: culprit))
        return TraceGroups.Item(trace: trace, count: sample.count, isDoubtful: reading.isDoubtful)
    }
}
