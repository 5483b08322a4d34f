package import OutliveModel
internal import OutliveSupport

/// The tasks of a snapshot, grouped by asynchronous backtrace, with the verdict on each group.
package struct TaskGroups {
    /// The groups, stuck ones first, then by descending number of tasks.
    package private(set) var groups: [AlikeTasks] = []
    package private(set) var actors: [ActorQueue] = []
    /// The reason why there are no verdicts, or `nil` if there are.
    package var obstacle: String? { verdicts.obstacle }

    private typealias Members = (key: TaskKey, tasks: [Int])

    let table: TaskTable
    /// The graph of the snapshot.
    var graph: HeapGraph { verdicts.graph }
    /// The index in `groups` of the group of each task in `table`, or `nil` for the inner tasks of sleeps.
    let groupOfTask: [Int?]
    private let firstTasks: [Int]
    private let names: TaskNames
    private let verdicts: TaskVerdicts

    /// Groups the tasks; looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - mark: The address of an object, to group only tasks that have it as a task-local value, or `nil`.
    ///   - makeGraph: Returns the graph of the snapshot; called at the same time as names are looked up.
    init(
        _ snapshot: HeapSnapshot, names symbols: any AddressNames, with mark: UInt64? = nil,
        graph makeGraph: @Sendable () -> HeapGraph
    ) {
        let (graph, named) = concurrently(makeGraph) {
            let table = TaskTable(snapshot)
            return (table: table, names: TaskNames(of: table, names: symbols))
        }
        (table, names) = (named.table, named.names)
        verdicts = TaskVerdicts(table, graph, names: names, symbols: symbols)
        var members: [Members] = []
        var keys = NumberTable<TaskKey>()
        var groupOfTask = [Int?](repeating: nil, count: table.entries.count)
        let marked = mark.map(table.tasks)
        func isMarked(_ index: Int) -> Bool { marked?.contains(index) ?? true }
        for index in verdicts.parentsFirst() where !verdicts.isOfSleep(index) && isMarked(index) {
            let key = verdicts.key(of: index, parent: table.entries[index].parent.flatMap { groupOfTask[$0] })
            let number = keys.number(of: key)
            if number == members.count { members.append((key, [])) }
            members[number].tasks.append(index)
            groupOfTask[index] = number
        }
        // In the order of their creation: the first task speaks for all, and addresses vary from run to run.
        let ids = table.entries.map(\.record.id)
        for number in members.indices { members[number].tasks.sort { (ids[$0], $0) < (ids[$1], $1) } }
        let order = members.indices.sorted { Self.rank(members[$0], ids) < Self.rank(members[$1], ids) }
        var ranks = [Int](repeating: 0, count: order.count)
        for (rank, number) in order.enumerated() { ranks[number] = rank + 1 }
        self.groupOfTask = groupOfTask.map { $0.map { ranks[$0] - 1 } }
        firstTasks = order.map { members[$0].tasks.first ?? 0 }
        groups = order.map { group(members[$0], number: ranks[$0], parent: members[$0].key.parent.map { ranks[$0] }) }
        actors = table.actorQueues(names: names)
    }

    /// Returns the tasks that wait for the continuations to which a task of a library leads.
    func relatedTasks(of task: Int) -> [Int] { verdicts.relatedTasks(of: task) }

    /// Returns the function of the program in which the tasks of a group wait, or `nil` if it is unknown.
    func place(of group: AlikeTasks) -> TaskFrame? {
        verdicts.place(of: firstTask(ofGroup: group.number - 1))
    }

    /// Returns the number of tasks of a group for each cycle of birth.
    package func births(of group: AlikeTasks) -> [Int: Int] {
        groupOfTask.indices.lazy.filter { groupOfTask[$0] == group.number - 1 }.reduce(into: [:]) { births, task in
            let node = table.snapshot.nodes[Int(table.entries[task].record.node)]
            births[Int(node.birth), default: 0] += 1
        }
    }

    /// Returns the first task of a group, by its index in `groups`.
    func firstTask(ofGroup index: Int) -> Int { firstTasks[index] }

    /// Returns `true` if a task waits for a continuation that was dropped, which the runtime reports of a checked one.
    func isDropped(_ task: Int) -> Bool { verdicts.isDropped(task) }

    private static func rank(_ members: Members, _ ids: [UInt64]) -> (Int, Int, Int, UInt64) {
        let certainty = members.key.certainty.map { $0 == .stuck ? 0 : 1 } ?? 2
        let state = members.key.state == .completed ? 1 : 0
        return (certainty, state, -members.tasks.count, ids[members.tasks[0]])
    }

    private func group(_ members: Members, number: Int, parent: Int?) -> AlikeTasks {
        let snapshot = table.snapshot
        let frames = table.backtraces[members.key.backtrace]
        var names: [String: Int] = [:]
        var priorities: [String: Int] = [:]
        var (cancelled, children) = (0, 0)
        for task in members.tasks {
            let details = table.details(of: task)
            if let name = details?.name, !name.isEmpty { names[name, default: 0] += 1 }
            if let priority = details?.priority { priorities[Self.name(ofPriority: priority), default: 0] += 1 }
            cancelled += table.entries[task].record.isCancelled ? 1 : 0
            children += table.entries[task].children.count
        }
        let first = table.details(of: members.tasks[0])
        func type(_ index: UInt32) -> String? { snapshot.types[Int(index)].type.map { TypeNames.brief($0.name) } }
        var group = AlikeTasks(
            number: number, parent: parent, child: members.key.child, count: members.tasks.count,
            state: members.key.state, awaited: members.key.awaited,
            frames: self.names.frames(frames), creator: self.names.creator(of: frames),
            names: names.amounts, priorities: priorities.amounts, cancelled: cancelled, children: children,
            result: first?.result.flatMap(type), locals: first?.locals.compactMap(type) ?? [],
            ids: members.tasks.prefix(20).map { table.entries[$0].record.id }.sorted())
        (group.holder, group.stuck) = verdicts.explain(members.tasks[0], as: group)
        return group
    }

    private static func name(ofPriority priority: UInt32) -> String {
        switch priority {
        case 9: "background"
        case 17: "utility"
        case 21: "medium"
        case 25: "high"
        case 33: "user interactive"
        default: "\(priority)"
        }
    }
}

extension [String: Int] {
    /// The amounts by name, the largest first.
    var amounts: [AlikeTasks.Amount] {
        map { AlikeTasks.Amount(name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
