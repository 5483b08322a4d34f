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

    /// Returns `true` if most of the blocks of a growth finding are such texts.
    func explain(_ nodes: [Int], in graph: HeapGraph) -> Bool {
        let snapshot = graph.snapshot
        let lost = nodes.filter { graph.referrers(of: $0).isEmpty && snapshot.nodes[$0].edgeCount == 0 }
        guard !dropped.isEmpty, lost.count > 3, lost.count * 5 >= nodes.count * 4 else { return false }
        let sizes = Set(lost.map { snapshot.nodes[$0].bytes })
        guard sizes.count * 5 >= lost.count * 4 else { return false }
        let births = lost.reduce(into: [:]) { $0[snapshot.nodes[$1].birth, default: 0] += 1 }
        return Set(births.keys).union(dropped.keys).allSatisfy { cycle in
            let (texts, tasks) = (births[cycle, default: 0], dropped[cycle, default: 0])
            return abs(texts - tasks) <= max(3, tasks / 4)
        }
    }
}
