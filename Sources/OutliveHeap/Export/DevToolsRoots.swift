internal import OutliveModel

/// What keeps blocks from outside of the heap, by kind; and those that nothing keeps, so that they are found as well.
struct DevToolsRoots {
    /// The roots of one kind.
    struct Group {
        /// What they are called together: `(Globals)`.
        var name: String
        /// What each is called, and the node that it leads to.
        var edges: [(name: String, node: Int)] = []
    }

    /// The groups that have any root.
    let groups: [Group]

    init(_ graph: HeapGraph, names: any AddressNames) {
        let snapshot = graph.snapshot
        var globals = Group(name: "(Globals)")
        var threadLocals = Group(name: "(Thread-locals)")
        var tasks = Group(name: "(Tasks)")
        var memory = Group(name: "(Other memory)")
        var stacks = Group(name: "(Stacks of threads)")
        var unheld = Group(name: "(Held by nothing outside of the heap)")
        let variables = Self.variables(snapshot, names)
        for (index, root) in snapshot.roots.enumerated() {
            let node = Int(root.node)
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
        // A task lives until it has ended, whoever refers to it.
        for (index, node) in snapshot.nodes.enumerated()
        where !node.isDeinitialised && snapshot.types[Int(node.type)].type?.kind == .task {
            tasks.edges.append(("task", index))
        }
        let held = [globals, threadLocals, tasks, memory, stacks]
        var search = ReachSearch(graph)
        for group in held { for edge in group.edges { search.reach(from: edge.node) } }
        unheld.edges = search.origins().map { ("cycle", $0) }
        groups = (held + [unheld]).filter { !$0.edges.isEmpty }
    }

    /// For the roots in modules what variables they lie in.
    private static func variables(_ snapshot: HeapSnapshot, _ names: any AddressNames) -> [Int: String] {
        let indices = snapshot.roots.indices.filter {
            snapshot.roots[$0].kind == .global && snapshot.roots[$0].owner != HeapSnapshot.none
        }
        let frames = indices.map { index in
            let module = snapshot.modules[Int(snapshot.roots[index].owner)]
            return Frame(
                module: module.path, buildID: module.buildID,
                offset: snapshot.roots[index].address &- module.loadBias)
        }
        var found: [Int: String] = [:]
        for ((index, frame), name) in zip(zip(indices, frames), names.variables(of: frames)) {
            let file = frame.module.split(separator: "/").last ?? "?"
            // The type of a variable follows its name.
            let variable = name.map { String($0.prefix(upTo: $0.firstRange(of: " : ")?.lowerBound ?? $0.endIndex)) }
            found[index] = variable ?? "\(file)+0x\(String(frame.offset, radix: 16))"
        }
        return found
    }
}
