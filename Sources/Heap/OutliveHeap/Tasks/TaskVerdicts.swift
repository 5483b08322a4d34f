internal import OutliveModel
internal import OutliveSupport

/// The verdicts on tasks that nothing can resume, with their evidence.
struct TaskVerdicts {
    /// The reason why there are no verdicts, or `nil`.
    let obstacle: String?
    let table: TaskTable
    let graph: HeapGraph
    let names: TaskNames
    let symbols: any AddressNames
    /// For each task, `true` if it can be resumed, or need not be; `nil` if there are no verdicts.
    private let isAlive: [Bool]?
    /// For each task, `true` if a word that leads to it was taken to be stale.
    private let isDoubtful: [Bool]
    /// The tasks whose continuation is a checked one.
    private let checked: Set<Int>

    init(_ table: TaskTable, _ graph: HeapGraph, names: TaskNames, symbols: any AddressNames) {
        (self.table, self.graph) = (table, graph)
        (self.names, self.symbols) = (names, symbols)
        let snapshot = table.snapshot
        obstacle = Self.obstacle(snapshot)
        guard obstacle == nil else {
            (isAlive, isDoubtful, checked) = (nil, [], [])
            return
        }
        let wanted = snapshot.roots.indices.filter { index in
            let root = snapshot.roots[index]
            return root.kind == .global && table.owner(of: Int(root.node)).map { table.entries[$0].isWaiting } ?? false
        }
        let places = wanted.map { snapshot.frame(ofRoot: $0) }
        let variables = symbols.variables(of: places.compactMap(\.self))
        let known = zip(zip(wanted, places).filter { $0.1 != nil }.map(\.0), variables)
        checked = Self.checked(table, names)
        let liveness = TaskLiveness(
            graph, table, variables: Dictionary(uniqueKeysWithValues: known).compactMapValues(\.self),
            checked: checked)
        (isAlive, isDoubtful) = (liveness.isAlive, liveness.isDoubtful)
    }

    private static func obstacle(_ snapshot: HeapSnapshot) -> String? {
        if snapshot.taskDetails.isEmpty, !snapshot.tasks.isEmpty {
            return "an older heap library wrote the snapshot: it does not show which tasks can be resumed"
        }
        let hasTasks = snapshot.nodes.contains { snapshot.types[Int($0.type)].type?.kind == .task }
        if snapshot.tasks.isEmpty, hasTasks {
            return "the layout of tasks is unknown, as of another version of Swift: their states cannot be read"
        }
        if snapshot.header.isInexact {
            return "the allocator is unknown, so it is not known which tasks can be resumed"
        }
        return nil
    }

    /// Returns the tasks that wait for a checked continuation, to which no task refers directly.
    private static func checked(_ table: TaskTable, _ names: TaskNames) -> Set<Int> {
        let snapshot = table.snapshot
        var checked: Set<Int> = []
        for (index, entry) in table.entries.enumerated() where entry.record.awaited == .continuation {
            if names.waits[table.backtraceOfTask[index]].isChecked { checked.insert(index) }
        }
        for node in snapshot.nodes.indices where snapshot.isCanary(node) {
            for edge in snapshot.edges(ofNode: node) {
                guard let task = table.owner(of: Int(edge.target)) else { continue }
                checked.insert(task)
            }
        }
        return checked
    }

    /// Returns the certainty that a task can never be resumed, or `nil` if it can, or if that is unknown.
    func certainty(of task: Int) -> StuckVerdict.Certainty? {
        guard let isAlive, table.entries[task].isWaiting, !isAlive[task] else { return nil }
        let header = table.snapshot.header
        guard !header.isPartial, !header.isIncomplete, !isDoubtful[task] else { return .probably }
        // What the task waits for may be doubtful.
        return awaitedTasks(of: task).contains { isDoubtful[$0] } ? .probably : .stuck
    }

    /// Returns the stuck tasks whose end a task waits for, directly.
    private func awaitedTasks(of task: Int) -> [Int] {
        let entry = table.entries[task]
        switch entry.record.awaited {
        case .task: return entry.awaitedTask.map { [$0] } ?? []
        case .group: return entry.children.filter { table.entries[$0].record.state != .completed }
        case .none, .continuation, .executor: return []
        }
    }

    /// Returns the name of what can resume a task, and the verdict if nothing can.
    func explain(_ task: Int, as group: AlikeTasks) -> (holder: String?, stuck: StuckVerdict?) {
        let holder = holder(of: task)
        guard let certainty = certainty(of: task) else { return (holder, nil) }
        var verdict = verdict(task, as: group, holder)
        verdict.certainty = certainty
        return (holder, verdict)
    }

    /// Returns `true` if a task waits for a continuation to which nothing refers.
    ///
    /// Optimised code does not show whether it is a checked one.
    func isDropped(_ task: Int) -> Bool {
        table.entries[task].record.awaited == .continuation && certainty(of: task) != nil && !isReferenced(task)
    }

    // MARK: Words

    private func verdict(_ task: Int, as group: AlikeTasks, _ holder: String?) -> StuckVerdict {
        let place = place(of: task)
        let related = place == nil ? relatedPlace(of: task) : nil
        let function = (place ?? related).map(Self.words) ?? "the task"
        switch table.entries[task].record.awaited {
        case .task: return waitsForTask(task)
        case .group:
            let stuck = awaitedTasks(of: task).count
            return StuckVerdict(
                certainty: .stuck,
                evidence: "its group has \(stuck) \(stuck == 1 ? "child" : "children") that nothing can resume",
                isConsequence: true)
        case .none, .continuation, .executor: break
        }
        if group.awaited == .stream {
            return StuckVerdict(
                certainty: .stuck,
                evidence:
                    "the stream is not finished, and only the task itself, or nothing, refers to its continuation",
                remedy:
                    "call finish() when the source of the stream ends, and keep the continuation outside of the task "
                    + "that iterates \(related == nil ? "in" : "for") \(function)")
        }
        if let library = group.libraryAwaited(in: place) {
            return StuckVerdict(
                certainty: .stuck,
                evidence:
                    "it waits in \(library), and what could end the wait is reachable only from the task itself, or not "
                    + "at all",
                remedy: "cancel the task that runs \(function) when its work is no longer needed")
        }
        guard holder != nil || !isReferenced(task) else {
            let package = place == nil && related == nil ? package(of: task) : nil
            let cancelled = related == nil ? function : "the task that works for \(function)"
            return StuckVerdict(
                certainty: .stuck,
                evidence: "what refers to its continuation is reachable only from the task itself, or not at all",
                remedy: package.map { "look for what ends such tasks in \($0); if nothing does, report upstream" }
                    ?? "let something outside of these tasks resume or cancel \(cancelled)")
        }
        guard let holder else {
            return StuckVerdict(
                certainty: .stuck, evidence: "nothing refers to its continuation, which was dropped",
                remedy: "resume the continuation of \(function) on every path")
        }
        return StuckVerdict(
            certainty: .stuck,
            evidence: "only \(holder) refers to its continuation, and only the task itself, or nothing, leads there",
            remedy: "resume the continuation before the last other reference to \(holder) goes, or keep one")
    }

    /// Returns the function of the program in which a task waits, or `nil` if libraries alone are in its backtrace.
    func place(of task: Int) -> TaskFrame? {
        table.backtrace(of: task).first(where: names.isProgram).map(names.frame)
    }

    static func words(_ frame: TaskFrame) -> String {
        frame.function + (frame.location.map { " (\($0))" } ?? "")
    }

    private func waitsForTask(_ task: Int) -> StuckVerdict {
        var next = task
        var seen: Set<Int> = []
        while let awaited = table.entries[next].awaitedTask, seen.insert(next).inserted { next = awaited }
        guard next == task else {
            return StuckVerdict(
                certainty: .stuck, evidence: "the task it waits for is stuck, too", isConsequence: true)
        }
        guard seen.count > 1 else {
            let function = place(of: task).map(Self.words) ?? "code that runs in the task"
            return StuckVerdict(
                certainty: .stuck, evidence: "it waits for its own result",
                remedy:
                    "let \(function) not wait for the result of the task that runs it: cancel that task, or drop its "
                    + "handle, without await")
        }
        return StuckVerdict(
            certainty: .stuck, evidence: "it waits, through \(counted(seen.count - 1, "other")), for its own result",
            remedy: "let one of these tasks not wait for the result of the other")
    }

    /// Returns the name of the first object of the program that refers to the continuation of a task, also through
    /// containers and libraries.
    private func holder(of task: Int) -> String? {
        let entry = table.entries[task]
        guard entry.record.awaited == .continuation, !entry.isInner else { return nil }
        var seen: Set<Int> = []
        var nodes = Array(continuations(of: task).prefix(8))
        var next = 0
        while next < nodes.count, next < 64 {
            let node = nodes[next]
            next += 1
            guard seen.insert(node).inserted, table.owner(of: node) == nil else { continue }
            let type = table.snapshot.type(ofNode: node)
            if let type, type.isOfOwnModule, type.kind == .object { return TypeNames.brief(type.name) }
            nodes += graph.referrers(of: node).prefix(8).map(Int.init)
        }
        return nil
    }

    /// Returns `true` if something refers to the continuation of a task, although nothing alive does.
    private func isReferenced(_ task: Int) -> Bool {
        !table.entries[task].isInner && !continuations(of: task).isEmpty
    }

    /// Returns the nodes that can resume a task; of a checked continuation only the object that guards it can.
    private func continuations(of task: Int) -> [Int] {
        let holders = graph.continuationHolders(ofTask: Int(table.entries[task].record.node))
        guard checked.contains(task) else { return holders }
        return holders.filter { table.snapshot.isCanary($0) }
    }
}

extension HeapSnapshot {
    /// Returns `true` if a node is the object by which checked continuations refer to their task.
    func isCanary(_ node: Int) -> Bool {
        type(ofNode: node)?.name == "Swift.CheckedContinuationCanary"
    }
}
