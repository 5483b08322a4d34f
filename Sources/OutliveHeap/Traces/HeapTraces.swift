public import OutliveModel

/// Tells what keeps nodes of a snapshot alive.
public struct HeapTraces: Sendable {
    /// The snapshot as a graph.
    public let graph: HeapGraph
    private let names: any AddressNames
    private let paths: RetentionPaths

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
    /// - Parameters:
    ///   - nodes: indices of nodes of one type and site.
    ///   - dying: the nodes that are not meant to live, these included: the culprit is the reference from what lives to them.
    public func traces(of nodes: [Int], dying: Set<Int>) -> [LeakTrace] {
        []
    }
}
