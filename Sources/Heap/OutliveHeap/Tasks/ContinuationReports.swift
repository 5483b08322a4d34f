internal import OutliveModel

/// The texts with which the runtime reports dropped continuations, where no stacks show that it made them.
///
/// It keeps each text with all those before it, and no reference to the earlier ones: as many lost blocks as tasks,
/// each larger than the one before.
struct ContinuationReports {
    /// The number of tasks that wait for a dropped continuation, by the cycle in which they were created.
    private let dropped: [UInt32: Int]

    init(dropped nodes: [Int], in snapshot: HeapSnapshot) {
        dropped = nodes.reduce(into: [:]) { $0[snapshot.nodes[$1].birth, default: 0] += 1 }
    }

    /// Returns `true` if most of the blocks of a growth finding are such texts, about as many in each cycle as tasks.
    func explain(_ nodes: [Int], in graph: HeapGraph) -> Bool {
        let snapshot = graph.snapshot
        guard !dropped.isEmpty else { return false }
        let texts = nodes.filter { snapshot.nodes[$0].edgeCount == 0 }
        guard texts.count > 3, texts.count * 2 >= nodes.count, Self.grow(texts.map { snapshot.nodes[$0].bytes }) else {
            return false
        }
        // Some have a stale reference: they are large, and everywhere in memory.
        guard texts.count(where: { graph.referrers(of: $0).isEmpty }) * 2 >= texts.count else { return false }
        let births = texts.reduce(into: [:]) { $0[snapshot.nodes[$1].birth, default: 0] += 1 }
        let tasks = dropped.values.reduce(0, +)
        let difference = Set(births.keys).union(dropped.keys).reduce(0) { sum, cycle in
            sum + abs(births[cycle, default: 0] - dropped[cycle, default: 0])
        }
        return difference <= max(3, tasks / 4)
    }

    /// The size from which malloc rounds a block to pages, and the most texts that end in one page: each has 140 bytes.
    private static let (mapped, textsOfPage): (UInt64, Int) = (128 << 10, 32)

    /// Returns `true` if hardly any two blocks have the same size, apart from large ones, which malloc rounds.
    private static func grow(_ sizes: [UInt64]) -> Bool {
        let (large, small) = (sizes.filter { $0 >= mapped }, sizes.filter { $0 < mapped })
        let pages = Set(large).count
        return Set(small).count * 5 >= small.count * 4
            && (large.count < 2 || pages > 1 && pages * textsOfPage >= large.count)
    }
}
