public import OutliveModel

/// Tells what keeps nodes of a snapshot alive.
public struct HeapTraces: Sendable {
    /// The snapshot as a graph.
    public let graph: HeapGraph
    private let names: any AddressNames
    private let roots: CutCheck.RootCounts
    /// What keeps each of its nodes.
    public let paths: RetentionPaths

    private let growing: GrowingNodes

    /// How many nodes of a group are traced at most; they stand for the others.
    static let sample = 500
    /// How much is looked at for the culprits of one call.
    private static let cutSteps = 200_000

    /// Finds what keeps every node of a snapshot alive.
    ///
    /// - Parameters:
    ///   - snapshot: with a graph; without one there are no traces.
    ///   - names: of the code and variables in the modules of the process.
    /// - Complexity: O(nodes + edges).
    public init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        self.init(snapshot, names: names, growing: [])
    }

    /// Finds what keeps every node of a snapshot alive; what grows is entered by the reference that explains the most of it.
    ///
    /// - Parameter growing: the nodes of each finding of growth.
    init(_ snapshot: HeapSnapshot, names: any AddressNames, growing: [[Int]]) {
        graph = HeapGraph(snapshot)
        self.names = names
        self.growing = GrowingNodes(growing, nodes: snapshot.nodes.count)
        paths = RetentionPaths(graph, growing: self.growing)
        roots = CutCheck.RootCounts(snapshot)
    }

    /// The ways in which nodes are kept alive: alike ones are one trace that counts them, the most frequent first.
    ///
    /// Blocks the calling thread while names are looked up.
    ///
    /// - Parameters:
    ///   - nodes: indices of nodes of one type and site.
    ///   - dying: the nodes that are not meant to live, these included: the culprit is the reference from what lives to them.
    public func traces(of nodes: [Int], dying: Set<Int>) -> [LeakTrace] {
        traces(of: [nodes], dying: dying)[0]
    }

    /// The ways in which the nodes of each group are kept alive, as `traces(of:dying:)` tells them of one group.
    ///
    /// Names are looked up once for all groups, which blocks the calling thread: prefer this to many calls.
    ///
    /// - Parameters:
    ///   - groups: indices of nodes, those of one type and site in a group; of a large group 500 are looked at.
    ///   - dying: the nodes that are not meant to live, those of all groups included.
    public func traces(of groups: [[Int]], dying: Set<Int>) -> [[LeakTrace]] {
        retentions(of: groups, dying: dying).map(\.traces)
    }

    /// What keeps the nodes of each group alive: the traces, and how their paths enter what grows.
    func retentions(of groups: [[Int]], dying: Set<Int>) -> [GroupRetention] {
        var folded = FoldedPaths(paths, dying: dying)
        let samples = groups.map { sampled($0, &folded) }
        let all = samples.flatMap { $0 }
        let book = NameBook(for: all.map(\.path), and: all.flatMap(\.beyond), in: graph.snapshot, names: names)
        let reader = HolderReader(graph, book: book, dying: dying)
        let members = CycleMembers(paths, of: all.lazy.filter { $0.path.origin == .cycle }.map { $0.path.nodes[0] })
        let cuts = CutCheck(graph, roots, WorkBudget(steps: Self.cutSteps))
        var culprits = SharedCulprits(graph, cuts, members, isProgram: book.isProgram)
        let border = BorderReader(paths, growing)
        return samples.map { sample in
            GroupRetention(
                traces: TraceGroups(sample.map { item($0, reader, &culprits) }).traces,
                entries: border.entries(of: sample.map { ($0.path, $0.count) }))
        }
    }

    /// A node that stands for others of its group.
    private struct Sample {
        var path: HeapPath
        /// How many nodes it stands for.
        var count: Int
        /// Of a library's object the edges behind it that may tell what it is for.
        var beyond: [Int]
    }

    /// Some nodes of a group, evenly chosen.
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
                beyond: isLibrary ? LibraryReach.functions(from: sorted[from], graph) : [])
        }
    }

    private func item(_ sample: Sample, _ reader: HolderReader, _ culprits: inout SharedCulprits) -> TraceGroups.Item {
        var reading = TraceReading(sample.path, reader)
        // A block of a library's that nothing holds is one that it uses again, with what was in it before.
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
