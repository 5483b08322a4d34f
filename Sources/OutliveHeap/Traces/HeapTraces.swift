public import OutliveModel

/// Tells what keeps nodes of a snapshot alive.
public struct HeapTraces: Sendable {
    /// The snapshot as a graph.
    public let graph: HeapGraph
    private let names: any AddressNames
    /// What keeps each of its nodes.
    public let paths: RetentionPaths

    /// How many nodes of a group are traced at most; they stand for the others.
    static let sample = 500

    /// Finds what keeps every node of a snapshot alive.
    ///
    /// - Parameters:
    ///   - snapshot: with a graph; without one there are no traces.
    ///   - names: of the code and variables in the modules of the process.
    /// - Complexity: O(nodes + edges).
    public init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        graph = HeapGraph(snapshot)
        self.names = names
        paths = RetentionPaths(graph)
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
        let samples = groups.map(sampled)
        let book = NameBook(for: samples.flatMap { $0.map(\.path) }, in: graph.snapshot, names: names)
        let reader = HolderReader(graph, book: book, dying: dying)
        return samples.map { sample in
            TraceGroups(sample.map { (Self.trace($0.path, reader), $0.count) }).traces
        }
    }

    /// Some nodes of a group, evenly chosen, with the path to each and how many it stands for.
    private func sampled(_ nodes: [Int]) -> [(path: HeapPath, count: Int)] {
        let sorted = nodes.sorted()
        let chosen = min(sorted.count, Self.sample)
        return (0..<chosen).map { place in
            let (from, to) = (place * sorted.count / chosen, (place + 1) * sorted.count / chosen)
            return (paths.path(to: sorted[from]), to - from)
        }
    }

    private static func trace(_ path: HeapPath, _ reader: HolderReader) -> LeakTrace {
        let told = TraceReading(path, reader)
        let culprit = CulpritSearch(holders: told.holders, shape: told.shape, loop: told.loop).culprit()
        return LeakTrace(
            shape: told.shape, steps: told.holders.map(\.step), culprit: culprit,
            fingerprint: Fingerprint.of(told.holders, shape: told.shape, culprit: culprit))
    }
}
