internal import OutliveModel

/// The suspended tasks that something alive can resume. All other tasks that wait are stuck.
///
/// References are marked from the roots, never through a suspended task until it is itself marked:
///
/// 1. A reference of type `Task` is a handle. It can cancel a task, not resume it. A cancelled task ends if it has a
///    cancellation handler, and something refers to its continuation: no handler can resume one that was dropped.
/// 2. A parent does not resume its children, nor a task itself. A child resumes the parent that waits for it, and a
///    task all others that wait for its result.
/// 3. A continuation of Dispatch that contains a suspended task has run already.
/// 4. Words on stacks that lead to the memory of a suspended task are mostly stale, and so is any word that leads to the
///    frames of a task that waits for a checked continuation. They make a verdict less certain. So does a word on a
///    stack, or in the frames of a task, that leads to an object whose strong references are all explained by others.
///
/// Any other reference may resume: when in doubt, a task is alive.
struct TaskLiveness {
    private let graph: HeapGraph
    private let table: TaskTable
    private let fields: FieldMap
    private let insides: InsideOffsets
    /// The objects that weak references lead to, by the side table.
    private let weakTargets: [UInt32: UInt32]
    /// For each node, `true` if it was reached.
    private var visited: [Bool]
    private let checked: Set<Int>
    /// The words of tasks that own nothing, if they are followed all the same.
    private var borrowed: Set<Int> = []
    /// The nodes, the living tasks and the cancellable tasks whose effects are not marked yet.
    private var nodes: [UInt32] = []
    private var revived: [Int] = []
    private var cancelled: [Int] = []
    /// For each task, `true` if it can be resumed, or need not be.
    private(set) var isAlive: [Bool]
    /// For each task, `true` if something alive can cancel it.
    private(set) var isCancellable: [Bool]
    /// For each task, `true` if a stack, or a frame of another task, has a word that was taken to be stale.
    private(set) var isDoubtful: [Bool]

    /// Marks all that is alive.
    ///
    /// - Parameters:
    ///   - variables: The demangled names of the globals that refer to a task, by the index of the root.
    ///   - checked: The tasks whose continuation is known to be a checked one.
    init(_ graph: HeapGraph, _ table: TaskTable, variables: [Int: String], checked: Set<Int>) {
        self.graph = graph
        self.table = table
        let snapshot = graph.snapshot
        fields = FieldMap(snapshot)
        insides = InsideOffsets(snapshot)
        self.checked = checked
        visited = Array(repeating: false, count: snapshot.nodes.count)
        isAlive = Array(repeating: false, count: table.entries.count)
        (isCancellable, isDoubtful) = (isAlive, isAlive)
        weakTargets = snapshot.objectsBySideTable
        for (index, entry) in table.entries.enumerated() {
            if isCertain(to: entry) { revive(index) }
        }
        let stale = staleRoots()
        for index in snapshot.roots.indices where !stale.contains(index) {
            reach(root: index, variable: variables[index])
        }
        spread()
        let borrowed = graph.links.borrowed
        guard !stale.isEmpty || !borrowed.isEmpty else { return }
        var all = self
        all.borrowed = Set(borrowed.lazy.map(\.edge))
        for (edge, holder) in borrowed where all.visited[holder] {
            all.reach(Int(snapshot.edges[edge].target), by: edge, from: holder)
        }
        for index in stale { all.reach(root: index, variable: nil) }
        all.spread()
        for task in table.entries.indices where all.isAlive[task] && !isAlive[task] { isDoubtful[task] = true }
    }

    /// Returns the words on stacks that own nothing: other references explain the number that their object has.
    ///
    /// The variable of a function that has ended, or of one that goes on without it, may lead to another object by now.
    private func staleRoots() -> Set<Int> {
        let roots = graph.snapshot.roots
        return Set(
            roots.indices.filter { roots[$0].kind == .stack && graph.links.explained.contains(roots[$0].node) })
    }

    /// Marks all that is alive through what was marked.
    ///
    /// Work lists take the place of recursion, because tasks can wait for each other in long chains.
    private mutating func spread() {
        while true {
            if let task = revived.popLast() {
                spread(from: task)
            } else if let task = cancelled.popLast() {
                spreadCancellation(from: task)
            } else if let node = nodes.popLast() {
                follow(Int(node))
            } else {
                break
            }
        }
    }

    /// Returns `true` if a task continues whatever refers to it.
    private func isCertain(to entry: TaskTable.Entry) -> Bool {
        switch entry.record.state {
        case .running, .enqueued: return true
        case .completed: return false
        case .suspended: break
        }
        switch entry.record.awaited {
        // A task in the queue of an actor gets its turn.
        case .executor: return true
        case .task: return entry.awaitedTask.map { table.entries[$0].record.state == .completed } ?? true
        case .group: return entry.children.allSatisfy { table.entries[$0].record.state == .completed }
        case .none, .continuation: return false
        }
    }

    // MARK: References

    private mutating func reach(root index: Int, variable: String?) {
        let root = graph.snapshot.roots[index]
        let node = Int(root.node)
        let offset = graph.snapshot.inside(ofRoot: index)
        guard let owner = table.owner(of: node) else { return visit(node) }
        let task = table.innerTask(in: node, at: offset) ?? owner
        guard table.entries[task].isWaiting, !isAlive[task] else { return arrive(at: task, in: node) }
        if root.kind == .stack {
            isDoubtful[task] = true
        } else if let variable, TaskHandles.isHandle(variable: variable) {
            cancel(task)
        } else {
            arrive(at: task, in: node)
        }
    }

    private mutating func follow(_ node: Int) {
        let snapshot = graph.snapshot
        guard !snapshot.nodes[node].isDeinitialised else { return }
        if let object = weakTargets[UInt32(node)] { visit(Int(object)) }
        for edge in snapshot.nodes[node].edges {
            let link = graph.links.targets[edge]
            if link.isStrong || borrowed.contains(edge) {
                reach(Int(link.node), by: edge, from: node)
            } else if isField(edge, of: node) {
                // A weak or unmanaged reference resumes as well as a strong one.
                reach(Int(snapshot.edges[edge].target), by: edge, from: node)
            }
        }
    }

    /// Returns `true` if a reference that keeps nothing alive is in a known field, and neither a stale word nor an
    /// identity.
    private func isField(_ edge: Int, of node: Int) -> Bool {
        let snapshot = graph.snapshot
        let type = snapshot.contentType(ofNode: node)
        guard snapshot.types[type].type.map({ $0.kind != .task }) ?? false else { return false }
        let slot = snapshot.slot(ofEdge: edge, from: node, type: type)
        if slot.part != .instance {
            let count = snapshot.hashTable(ofNode: node)?.buckets ?? snapshot.nodes[node].elements
            guard slot.index < count else { return false }
        }
        let content = fields.content(ofType: UInt32(type), slot.part, at: slot.offset) {
            snapshot.nodes[Int(snapshot.edges[edge].target)].type
        }
        return content != nil && content != .identity && content != .leftover
    }

    private mutating func reach(_ target: Int, by edge: Int, from node: Int) {
        guard let owner = table.owner(of: target) else { return visit(target) }
        let offset = insides[edge]
        let holder = table.owner(of: node)
        if let inner = table.innerTask(in: target, at: offset) {
            reach(task: inner, by: edge, from: node, of: holder)
        } else if offset == 0, target == Int(table.entries[owner].record.node) {
            reach(task: owner, by: edge, from: node, of: holder)
        } else if isAlive[owner] || holder == owner || isFrame(edge, to: target, offset, of: owner, from: holder) {
            visit(target)
        } else if holder == nil {
            arrive(at: owner, in: target)
        }
    }

    /// Returns `true` if a reference from a child of `owner` leads to the parent's frames, and not to its group.
    private func isFrame(_ edge: Int, to node: Int, _ offset: UInt64, of owner: Int, from holder: Int?) -> Bool {
        guard let holder, table.entries[holder].parent == owner else { return false }
        return graph.snapshot.nodes[node].address &+ offset != table.entries[holder].group
    }

    /// Follows a reference to the beginning of a task.
    private mutating func reach(task: Int, by edge: Int, from node: Int, of holder: Int?) {
        guard !isAlive[task] else { return }
        let entry = table.entries[task]
        guard entry.isWaiting else {
            if entry.record.state == .completed { return visit(Int(entry.record.node)) }
            return revive(task)
        }
        // Its own memory, its parent's and its siblings'.
        if let holder {
            guard holder != task, entry.parent == nil || entry.parent != holder else { return }
            guard entry.parent == nil || table.entries[holder].parent != entry.parent else { return }
        }
        if graph.handles.isHandle(edge, from: node) { return cancel(task) }
        guard entry.record.awaited == .continuation else { return cancel(task) }
        if isLeftover(edge, from: node) { return }
        if holder != nil, checked.contains(task) {
            isDoubtful[task] = true
            return cancel(task)
        }
        revive(task)
    }

    /// Returns `true` if a reference is the argument of a function in a continuation of Dispatch.
    private func isLeftover(_ edge: Int, from node: Int) -> Bool {
        graph.continuations.isArgument(graph.snapshot.edges[edge].offset, in: UInt32(node))
    }

    // MARK: Marks

    private mutating func visit(_ node: Int) {
        guard !visited[node] else { return }
        visited[node] = true
        nodes.append(UInt32(node))
    }

    /// Marks the memory of a task to which something alive refers, and the task.
    ///
    /// A checked continuation is an object: if nothing alive refers to it, a word that leads to the frames is stale.
    private mutating func arrive(at task: Int, in node: Int) {
        let entry = table.entries[task]
        if entry.isWaiting, entry.record.awaited == .continuation, checked.contains(task), !isAlive[task] {
            isDoubtful[task] = true
        } else if entry.record.state != .completed {
            revive(task)
        }
        visit(node)
    }

    private mutating func revive(_ task: Int) {
        guard !isAlive[task] else { return }
        isAlive[task] = true
        revived.append(task)
    }

    /// Marks what a task that continues reaches, and the tasks that wait for it.
    private mutating func spread(from task: Int) {
        let entry = table.entries[task]
        visit(Int(entry.record.node))
        for waiter in table.waiters[task, default: []] { revive(waiter) }
        if let parent = entry.parent, table.entries[parent].record.awaited == .group {
            let group = table.entries[parent].record.awaitedAddress
            if entry.group == 0 || entry.group == group || !entry.record.isOfGroup { revive(parent) }
        }
        // A task that runs can cancel its children.
        for child in entry.children { cancel(child) }
    }

    private mutating func cancel(_ task: Int) {
        guard !isCancellable[task] else { return }
        isCancellable[task] = true
        cancelled.append(task)
    }

    /// Returns `true` unless a task waits for a continuation to which nothing refers.
    ///
    /// The frame that waits contains the continuation in any case. Another word in the frames of the task may be a
    /// local variable, which the cancellation handler captures.
    private func isContinuationKept(of task: Int) -> Bool {
        let (entry, snapshot) = (table.entries[task], graph.snapshot)
        guard entry.record.awaited == .continuation, !entry.isInner else { return true }
        let node = entry.record.node
        var ownWords: Set<UInt64> = []
        for holder in Set(graph.referrers(of: Int(node))).map(Int.init) {
            if checked.contains(task) {
                if snapshot.isCanary(holder) { return true }
                continue
            }
            let owner = table.owner(of: holder)
            if let owner, owner != task, isRelative(owner, of: task) { continue }
            for edge in graph.edgesToTasks.edges(from: holder, toTask: Int(node)) where insides[edge] == 0 {
                if owner == task {
                    ownWords.insert(snapshot.nodes[holder].address &+ UInt64(snapshot.edges[edge].offset))
                } else if !graph.handles.isHandle(edge, from: holder), !isLeftover(edge, from: holder) {
                    return true
                }
            }
        }
        return ownWords.count > 1
    }

    /// Returns `true` for the parent of a task, its siblings, and the tasks that wait for it, which cannot resume it.
    private func isRelative(_ other: Int, of task: Int) -> Bool {
        let parent = table.entries[task].parent
        return other == parent || parent != nil && table.entries[other].parent == parent
            || table.entries[other].awaitedTask == task
    }

    /// Marks a cancellable task that ends if it is cancelled, and its children, which are cancelled with it.
    private mutating func spreadCancellation(from task: Int) {
        let record = table.entries[task].record
        if record.hasCancellationHandler, !record.isCancelled, isContinuationKept(of: task) { revive(task) }
        for child in table.entries[task].children { cancel(child) }
    }
}
