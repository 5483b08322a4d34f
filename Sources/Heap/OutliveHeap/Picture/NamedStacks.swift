internal import OutliveModel
internal import OutliveSupport

/// All allocation stacks of the blocks of a snapshot, with symbols.
struct NamedStacks {
    let backtraces: [UInt32: Backtrace]
    private let frames: [Frame: Frame]

    /// Looks up the names of all frames in one request, which blocks the calling thread.
    init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        var isUsed = [Bool](repeating: false, count: snapshot.stacks.count)
        for node in snapshot.nodes where node.stack != HeapSnapshot.none { isUsed[Int(node.stack)] = true }
        let used = isUsed.indices.filter { isUsed[$0] }.map(UInt32.init)
        var stacks = AllocationStacks(snapshot)
        let named = stacks.named(ofStacks: used, by: names)
        frames = named.frames
        backtraces = Dictionary(uniqueKeysWithValues: zip(used, named.backtraces))
    }

    /// Returns the call tree of the live blocks, or `nil` if no stack was captured.
    ///
    /// Compared with an earlier snapshot, the tree also has the calls that allocated blocks that are gone since. Looking up
    /// their names blocks the calling thread.
    ///
    /// - Parameter difference: The changes since an earlier snapshot, or `nil` if nothing is compared.
    func calls(
        _ snapshot: HeapSnapshot, since difference: SnapshotDifference?, names: any AddressNames
    ) -> PicturedCalls? {
        guard !backtraces.isEmpty else { return nil }
        var live = snapshot.stacks.indices.map {
            LiveStack(
                (backtraces[UInt32($0)] ?? Backtrace()).marked(cutAt: Int(snapshot.header.framesPerStack)), objects: 0,
                bytes: 0)
        }
        live.append(LiveStack(Backtrace(), objects: 0, bytes: 0))
        for (index, amount) in snapshot.amounts(where: { _ in true }).enumerated() {
            (live[index].objects, live[index].bytes) = (amount.objects, amount.bytes)
        }
        guard let difference else {
            return PicturedCalls(tree: CallTree.ofStacks(live, hasLines: false))
        }
        let gone = difference.earlier.amounts(where: difference.isGone)
        let used = gone.indices.dropLast().filter { gone[$0].objects > 0 }.map(UInt32.init)
        var stacks = AllocationStacks(difference.earlier)
        let others = stacks.backtraces(ofStacks: used, names: names)
        let limit = Int(difference.earlier.header.framesPerStack)
        let tree = CallTree.ofStacks(
            live + others.map { LiveStack($0.marked(cutAt: limit), objects: 0, bytes: 0) }
                + [LiveStack(Backtrace(), objects: 0, bytes: 0)], hasLines: false)
        let before = [HeapAmount](repeating: HeapAmount(), count: live.count)
        return PicturedCalls(
            tree: tree, new: tree.totals(ofStacks: snapshot.amounts(where: difference.isNew)),
            gone: tree.totals(ofStacks: before + used.map { gone[Int($0)] } + gone.suffix(1)))
    }

    /// Returns a backtrace with the symbols of its frames.
    func named(_ backtrace: Backtrace) -> Backtrace {
        Backtrace(frames: backtrace.frames.map { frames[$0] ?? $0 })
    }
}

extension HeapSnapshot {
    /// Returns the blocks of some nodes by stack, in the order of `stacks`, then those without a stack.
    fileprivate func amounts(where isCounted: (Int) -> Bool) -> [HeapAmount] {
        var amounts = [HeapAmount](repeating: HeapAmount(), count: stacks.count + 1)
        for (index, node) in nodes.enumerated() where isCounted(index) {
            amounts[node.stack == Self.none ? stacks.count : Int(node.stack)] += HeapAmount(
                objects: 1, bytes: Int(clamping: node.bytes))
        }
        return amounts
    }
}
