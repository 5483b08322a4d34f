internal import OutliveModel
internal import OutliveSupport

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

    /// Returns the call tree of the live blocks, or `nil` if no stack was captured.
    ///
    /// - Parameter isNew: Returns `true` if an earlier snapshot does not contain a node; `nil` if nothing is compared.
    func calls(_ snapshot: HeapSnapshot, isNew: ((Int) -> Bool)?) -> (tree: CallTree, new: [HeapAmount])? {
        guard !backtraces.isEmpty else { return nil }
        let none = snapshot.stacks.count
        var live = snapshot.stacks.indices.map {
            LiveStack(
                (backtraces[UInt32($0)] ?? Backtrace()).marked(cutAt: Int(snapshot.header.framesPerStack)), objects: 0,
                bytes: 0)
        }
        live.append(LiveStack(Backtrace(), objects: 0, bytes: 0))
        var new = live
        for (index, node) in snapshot.nodes.enumerated() {
            let stack = node.stack == HeapSnapshot.none ? none : Int(node.stack)
            live[stack].add(node)
            if isNew?(index) == true { new[stack].add(node) }
        }
        let tree = CallTree.ofStacks(live, hasLines: false)
        guard isNew != nil else { return (tree, []) }
        // Both trees have the same stacks, and so the same calls.
        return (tree, CallTree.ofStacks(new, hasLines: false).totals())
    }

    /// Returns a backtrace with the symbols of its frames.
    func named(_ backtrace: Backtrace) -> Backtrace {
        Backtrace(frames: backtrace.frames.map { frames[$0] ?? $0 })
    }
}

extension LiveStack {
    fileprivate mutating func add(_ node: HeapSnapshot.Node) {
        objects += 1
        bytes = boundedSum(bytes, Int(clamping: node.bytes))
    }
}
