internal import OutliveModel

/// The nodes that keep each other alive in cycles of fields, out of reach of the program's globals through fields.
///
/// Other references to them, from raw blocks, tasks, stacks and library internals, may be stale and are not needed to
/// keep them alive.
struct IsolatedCycles {
    /// The nodes in ascending order, of cycles with at least one object of the program: cycles within a library are no
    /// evidence.
    let nodes: [Int]
    private let cycles: StronglyConnectedComponents

    /// Finds the nodes in the part of the graph that a search has not reached.
    ///
    /// - Parameter arrivals: The arrivals of a search that reached exactly what the program's globals hold through
    ///   fields.
    init(_ graph: HeapGraph, notIn arrivals: UnsafeMutableBufferPointer<UInt32>) {
        self.init(graph, among: BitTable(below: arrivals.count) { arrivals[$0] == PathSearch.unreached })
    }

    /// Finds the nodes that no reached node leads to through fields.
    ///
    /// - Parameter arrivals: The arrivals of a search from all roots.
    init(_ graph: HeapGraph, notReachableFrom arrivals: [UInt32]) {
        let free = BitTable(below: arrivals.count) { arrivals[$0] == PathSearch.unreached }
        var waiting = Array(arrivals.indices.lazy.filter { arrivals[$0] != PathSearch.unreached }.map(UInt32.init))
        while let node = waiting.popLast() {
            for edge in graph.links.edges(of: node) {
                let link = graph.links.targets[edge]
                guard link.isAtLeast(.field), free.contains(link.node) else { continue }
                free.remove(link.node)
                waiting.append(link.node)
            }
        }
        self.init(graph, among: free)
    }

    private init(_ graph: HeapGraph, among free: borrowing BitTable) {
        let snapshot = graph.snapshot
        let cycles = StronglyConnectedComponents(graph, among: free, weakest: .field)
        let isProgram = snapshot.types.map { $0.type?.mentionedModules.contains(where: isOwnModule) ?? false }
        var isOwn = [Bool](repeating: false, count: cycles.count)
        var found: [Int] = []
        for node in snapshot.nodes.indices {
            guard let cycle = cycles.component(of: node) else { continue }
            found.append(node)
            if isProgram[Int(snapshot.nodes[node].type)] { isOwn[cycle] = true }
        }
        nodes = found.filter { isOwn[cycles.component(of: $0)!] }
        self.cycles = cycles
    }

    /// Returns `true` if a node is in a cycle of fields, including cycles within a library.
    func isInCycle(_ node: Int) -> Bool { cycles.component(of: node) != nil }
}
