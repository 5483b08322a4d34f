internal import OutliveModel

/// How good a beginning of a path each kind of root is.
struct RootCosts {
    /// Roots of one of these are asked only for what none before it leads to.
    enum Rank: Hashable {
        /// Globals and thread-locals, and tasks.
        case lasting
        case mapping
        case stack
    }

    /// What a path from a task costs: less than one from a library's inside to the task, more than one by fields from a
    /// global of the program's.
    static let task = 1
    /// What a path from a growing task costs: more than one from a property of the program's that holds the task.
    static let growingTask = 12
    private static let libraryGlobal = 2
    private static let threadLocal = 3

    private let snapshot: HeapSnapshot
    /// For each module whether it belongs to the platform.
    private let isPlatform: [Bool]

    init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        isPlatform = snapshot.modules.map { Frame(module: $0.path, buildID: nil, offset: 0).isInPlatformLibrary }
    }

    /// The starts of paths, those of each rank in the order of the roots.
    ///
    /// - Parameter arrival: what to write down for the root of an index.
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
