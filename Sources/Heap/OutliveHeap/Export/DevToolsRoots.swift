internal import OutliveModel

/// The GC roots by kind, and the nodes without a holder, so that the tools reach every node.
struct DevToolsRoots {
    /// The roots of one kind.
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
        let beginnings = Set(paths.beginnings())
        var rest = beginnings
        var globals = Group(name: "(Globals)")
        var threadLocals = Group(name: "(Thread-locals)")
        var tasks = Group(name: "(Tasks)")
        var memory = Group(name: "(Other memory)")
        var stacks = Group(name: "(Thread stacks)")
        var unheld = Group(name: "(Not referenced from outside the heap)")
        let variables = Self.variables(snapshot, names)
        for (index, root) in snapshot.roots.enumerated() {
            let node = Int(root.node)
            guard beginnings.contains(root.node) else { continue }
            rest.remove(root.node)
            let address = "0x" + String(root.address, radix: 16)
            let hasThread = [.stack, .threadLocal].contains(root.kind) && root.owner != HeapSnapshot.none
            let thread = hasThread ? snapshot.threads[Int(root.owner)] : nil
            let threadName = thread.map { "\($0.name) (\($0.threadID))" } ?? address
            switch root.kind {
            case .global: globals.edges.append((variables[index] ?? address, node))
            case .threadLocal: threadLocals.edges.append((threadName, node))
            case .mapping: memory.edges.append((address, node))
            case .stack: stacks.edges.append((threadName, node))
            }
        }
        // A task lives until it completes, even without references to it.
        for index in snapshot.nodes.indices where paths.graph.isTask(index) && beginnings.contains(UInt32(index)) {
            rest.remove(UInt32(index))
            tasks.edges.append(("task", index))
        }
        unheld.edges = rest.sorted().map { ("unreferenced", Int($0)) }
        groups = [globals, threadLocals, tasks, memory, stacks, unheld].filter { !$0.edges.isEmpty }
    }

    /// Returns the variables that contain the roots in modules, by index of the root.
    private static func variables(_ snapshot: HeapSnapshot, _ names: any AddressNames) -> [Int: String] {
        let indices = snapshot.roots.indices.filter {
            snapshot.roots[$0].kind == .global && snapshot.roots[$0].owner != HeapSnapshot.none
        }
        let frames = indices.map { SymbolCache.place(of: snapshot.roots[$0], in: snapshot) }
        var found: [Int: String] = [:]
        for ((index, frame), name) in zip(zip(indices, frames), names.variables(of: frames)) {
            let file = frame.module.split(separator: "/").last ?? "?"
            found[index] = name.map(TypeNames.variable) ?? "\(file)+0x\(String(frame.offset, radix: 16))"
        }
        return found
    }
}
