package import OutliveModel

/// The allocation stacks of the nodes of a snapshot.
package struct AllocationSites {
    private let snapshot: HeapSnapshot
    private var names: FrameNames
    private var known: [UInt32: Backtrace] = [:]

    /// Creates the stacks of a snapshot.
    package init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        names = FrameNames(snapshot.modules)
    }

    /// Returns the most frequent stack among some nodes, without symbols; empty if none was captured.
    ///
    /// - Complexity: O(nodes).
    package mutating func mostFrequent(of nodes: [Int]) -> Backtrace {
        var counts: [UInt32: Int] = [:]
        for node in nodes { counts[snapshot.nodes[node].stack, default: 0] += 1 }
        counts[HeapSnapshot.none] = nil
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { backtrace(ofStack: $0.key) } ?? Backtrace()
    }

    /// Returns a stack of the snapshot without symbols; empty for `HeapSnapshot.none`.
    package mutating func backtrace(ofStack index: UInt32) -> Backtrace {
        guard index != HeapSnapshot.none else { return Backtrace() }
        if let backtrace = known[index] { return backtrace }
        let epoch = snapshot.stacks[Int(index)].epoch
        let backtrace = Backtrace(frames: snapshot.frames(ofStack: Int(index)).map { names.frame($0, epoch: epoch) })
        known[index] = backtrace
        return backtrace
    }

    /// Returns stacks of the snapshot with symbols, in the same order.
    ///
    /// All distinct frames are symbolicated in one request, which blocks the calling thread.
    mutating func backtraces(ofStacks indices: [UInt32], names: any AddressNames) -> [Backtrace] {
        let stacks = indices.map { backtrace(ofStack: $0) }
        let frames = Array(Set(stacks.lazy.flatMap(\.frames)))
        let named = Dictionary(zip(frames, names.functions(of: frames))) { first, _ in first }
        return stacks.map { Backtrace(frames: $0.frames.map { named[$0] ?? $0 }) }
    }
}
