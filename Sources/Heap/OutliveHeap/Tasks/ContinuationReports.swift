internal import OutliveModel

extension HeapGraph {
    /// Returns `true` if most of the blocks of a growth finding are the texts with which the runtime reports dropped
    /// continuations, about as many in each cycle as tasks, where no stacks show that it made them.
    ///
    /// It keeps each text with all those before it, and no reference to the earlier ones: as many lost blocks as tasks,
    /// each larger than the one before.
    ///
    /// - Parameter tasks: The nodes of the tasks that wait for a dropped continuation.
    func areContinuationReports(_ nodes: [Int], ofDropped tasks: [Int]) -> Bool {
        guard !tasks.isEmpty else { return false }
        let texts = nodes.filter { snapshot.nodes[$0].edgeCount == 0 }
        guard texts.count > 3, texts.count * 2 >= nodes.count, Self.grow(texts.map { snapshot.nodes[$0].bytes }) else {
            return false
        }
        // Some have a stale reference: they are large, and everywhere in memory.
        guard texts.count(where: { referrers(of: $0).isEmpty }) * 2 >= texts.count else { return false }
        let (written, dropped) = (births(of: texts), births(of: tasks))
        let difference = Set(written.keys).union(dropped.keys).reduce(0) { sum, cycle in
            sum + abs(written[cycle, default: 0] - dropped[cycle, default: 0])
        }
        return difference <= max(3, tasks.count / 4)
    }

    /// Returns the number of nodes by the cycle in which they were created.
    private func births(of nodes: [Int]) -> [UInt32: Int] {
        nodes.reduce(into: [:]) { $0[snapshot.nodes[$1].birth, default: 0] += 1 }
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
