internal import OutliveModel

/// The costs of the different kinds of GC root as the start of a path.
struct RootCosts {
    /// The priority of a root. Roots of a rank are used only for nodes that no earlier rank reaches.
    enum Rank: Hashable {
        /// Globals, thread-locals and tasks.
        case lasting
        case mapping
        case stack
    }

    /// The cost of a path from a task: less than one from a library's internals to the task, more than one through
    /// fields from a global of the program.
    static let task = 1
    /// The cost of a path from a growing task: more than one from a property of the program that holds the task.
    static let growingTask = 12
    private static let libraryGlobal = 2
    private static let threadLocal = 3

    private let snapshot: HeapSnapshot
    /// `true` for each module that belongs to the platform.
    private let isPlatform: [Bool]

    init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        isPlatform = snapshot.modules.map { Frame(module: $0.path, buildID: nil, offset: 0).isInPlatformLibrary }
    }

    /// Returns the starts of paths by rank, in the order of the roots.
    ///
    /// - Parameter arrival: Returns the arrival of the root at an index.
    func starts(_ arrival: (Int) -> UInt32) -> [Rank: [PathSearch.Start]] {
        var starts: [Rank: [PathSearch.Start]] = [:]
        for (index, root) in snapshot.roots.enumerated() where !snapshot.nodes[Int(root.node)].isDeinitialised {
            let (rank, cost) = rank(of: root)
            starts[rank, default: []].append(PathSearch.Start(node: root.node, arrival: arrival(index), cost: cost))
        }
        return starts
    }

    private func rank(of root: HeapSnapshot.Root) -> (Rank, Int) {
        switch root.kind {
        case .global:
            let isLibrary = root.owner != HeapSnapshot.none && isPlatform[Int(root.owner)]
            return (.lasting, isLibrary ? Self.libraryGlobal : 0)
        case .threadLocal: return (.lasting, Self.threadLocal)
        case .mapping: return (.mapping, 0)
        case .stack: return (.stack, 0)
        }
    }
}
