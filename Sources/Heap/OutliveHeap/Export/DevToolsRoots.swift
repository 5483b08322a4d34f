internal import OutliveModel

/// A kind of GC root, such as `(Globals)`, with the name and target node of each root.
typealias RootGroup = (name: String, edges: [(name: String, node: Int)])

extension RetentionPaths {
    /// Returns the GC roots by kind, and the nodes without a holder, so that the tools reach every node.
    func rootGroups(names: any AddressNames) -> [RootGroup] {
        let snapshot = graph.snapshot
        // Roots that are no evidence, such as stale words on stacks, are not among the starts of paths.
        let starts = Set(starts())
        var rest = starts
        var roots: [HeapSnapshot.Root.Kind: [(name: String, node: Int)]] = [:]
        let rootNames = snapshot.rootNames(names)
        for (index, root) in snapshot.roots.enumerated() where starts.contains(root.node) {
            rest.remove(root.node)
            roots[root.kind, default: []].append((rootNames[index], Int(root.node)))
        }
        // A task lives until it completes, even without references to it.
        let tasks = snapshot.nodes.indices.filter { graph.isTask($0) && starts.contains(UInt32($0)) }
        rest.subtract(tasks.map(UInt32.init))
        let groups: [RootGroup] = [
            ("(Globals)", roots[.global, default: []]),
            ("(Thread-locals)", roots[.threadLocal, default: []]),
            ("(Tasks)", tasks.map { ("task", $0) }),
            ("(Other memory)", roots[.mapping, default: []]),
            ("(Thread stacks)", roots[.stack, default: []]),
            ("(Not referenced from outside the heap)", rest.sorted().map { ("unreferenced", Int($0)) }),
        ]
        return groups.filter { !$0.edges.isEmpty }
    }
}

extension HeapSnapshot {
    /// Returns the names of the roots: a variable, a thread with its number, or an address.
    func rootNames(_ names: any AddressNames) -> [String] {
        let variables = rootVariables(names)
        return roots.enumerated().map { index, root in
            guard [.stack, .threadLocal].contains(root.kind), root.owner != HeapSnapshot.none else {
                return variables[index] ?? "0x" + String(root.address, radix: 16)
            }
            let thread = threads[Int(root.owner)]
            return "\(thread.name) (\(thread.threadID))"
        }
    }

    /// Returns the variables that contain the roots in modules, by index of the root.
    private func rootVariables(_ names: any AddressNames) -> [Int: String] {
        let frames = roots.indices.compactMap { index in
            frame(ofRoot: index).map { (root: index, frame: $0) }
        }
        let named = zip(frames, names.variables(of: frames.map(\.frame)))
        return Dictionary(
            uniqueKeysWithValues: named.map { holder, name in
                (holder.root, name.map(TypeNames.variable) ?? holder.frame.fileAndOffset)
            })
    }
}
