internal import OutliveModel

/// All allocation stacks of the blocks of a snapshot, with symbols.
struct NamedStacks {
    let backtraces: [UInt32: Backtrace]
    private let frames: [Frame: Frame]

    /// Looks up the names of all frames in one request, which blocks the calling thread.
    init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        var stacks = AllocationStacks(snapshot)
        var isUsed = [Bool](repeating: false, count: snapshot.stacks.count)
        for node in snapshot.nodes where node.stack != HeapSnapshot.none { isUsed[Int(node.stack)] = true }
        let used = isUsed.indices.filter { isUsed[$0] }.map(UInt32.init)
        let unnamed = used.map { stacks.backtrace(ofStack: $0) }
        let distinct = Array(Set(unnamed.lazy.flatMap(\.frames)))
        let frames = Dictionary(zip(distinct, names.functions(of: distinct))) { first, _ in first }
        self.frames = frames
        backtraces = Dictionary(
            uniqueKeysWithValues: zip(used, unnamed.map { Backtrace(frames: $0.frames.map { frames[$0] ?? $0 }) }))
    }

    /// Returns a backtrace with the symbols of its frames.
    func named(_ backtrace: Backtrace) -> Backtrace {
        Backtrace(frames: backtrace.frames.map { frames[$0] ?? $0 })
    }
}
