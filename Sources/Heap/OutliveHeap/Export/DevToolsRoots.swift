internal import OutliveModel

/// The GC roots by kind, and the nodes without a holder, so that the tools reach every node.
struct DevToolsRoots {
    struct Group {
        /// The name of the group, such as `(Globals)`.
        var name: String
        /// The name and target node of each root.
        var edges: [(name: String, node: Int)] = []
    }

    /// The groups with at least one root.
    let groups: [Group]

    init(_ paths: RetentionPaths, names: any AddressNames) {
        let snapshot = paths.graph.snapshot
        // Roots that are no evidence, such as stale words on stacks, are not among the starts of paths.
        let starts = Set(paths.starts())
        var rest = starts
        var roots: [HeapSnapshot.Root.Kind: [(name: String, node: Int)]] = [:]
        let variables = Self.variables(snapshot, names)
        for (index, root) in snapshot.roots.enumerated() where starts.contains(root.node) {
            rest.remove(root.node)
            var name = variables[index] ?? "0x" + String(root.address, radix: 16)
            if [.stack, .threadLocal].contains(root.kind), root.owner != HeapSnapshot.none {
                let thread = snapshot.threads[Int(root.owner)]
                name = "\(thread.name) (\(thread.threadID))"
            }
            roots[root.kind, default: []].append((name, Int(root.node)))
        }
        // A task lives until it completes, even without references to it.
        let tasks = snapshot.nodes.indices.filter { paths.graph.isTask($0) && starts.contains(UInt32($0)) }
        rest.subtract(tasks.map(UInt32.init))
        groups = [
            Group(name: "(Globals)", edges: roots[.global, default: []]),
            Group(name: "(Thread-locals)", edges: roots[.threadLocal, default: []]),
            Group(name: "(Tasks)", edges: tasks.map { ("task", $0) }),
            Group(name: "(Other memory)", edges: roots[.mapping, default: []]),
            Group(name: "(Thread stacks)", edges: roots[.stack, default: []]),
            Group(
                name: "(Not referenced from outside the heap)",
                edges: rest.sorted().map { ("unreferenced", Int($0)) }),
        ].filter { !$0.edges.isEmpty }
    }

    /// Returns the variables that contain the roots in modules, by index of the root.
    private static func variables(_ snapshot: HeapSnapshot, _ names: any AddressNames) -> [Int: String] {
        let frames = snapshot.roots.indices.compactMap { index in
            snapshot.frame(ofRoot: index).map { (root: index, frame: $0) }
        }
        let named = zip(frames, names.variables(of: frames.map(\.frame)))
        return Dictionary(
            uniqueKeysWithValues: named.map { holder, name in
                (holder.root, name.map(TypeNames.variable) ?? holder.frame.fileAndOffset)
            })
    }
}
