internal import OutliveModel

extension TaskTable {
    /// Returns the actors that tasks wait for, and what runs on them, the longest queue first.
    func actorQueues(names: TaskNames) -> [ActorQueue] {
        let waiting = Dictionary(
            grouping: entries.indices.filter {
                let record = entries[$0].record
                return record.awaited == .executor && (record.state == .enqueued || record.state == .suspended)
            }
        ) { entries[$0].record.awaitedAddress }
        let threads = RunningTasks(self)
        let all = waiting.map { address, tasks -> (address: UInt64, queue: ActorQueue) in
            let node = entries[tasks[0]].record.waitsFor.node
            let type = node.flatMap { snapshot.type(ofNode: $0) }
            var callers: [String: Int] = [:]
            for task in tasks {
                let frames = backtrace(of: task)
                guard let frame = frames.first(where: names.isProgram) ?? frames.first else { continue }
                callers[names.frame(at: frame).function, default: 0] += 1
            }
            let queue = ActorQueue(
                actor: type.map { TypeNames.brief($0.name) } ?? (address == 0 ? "the global executor" : "an executor"),
                waiting: tasks.count, running: node.flatMap { threads.task(on: $0) },
                callers: callers.amounts)
            return (address, queue)
        }
        let order = all.sorted {
            ($1.queue.waiting, $0.queue.actor, $0.address) < ($0.queue.waiting, $1.queue.actor, $1.address)
        }
        return order.map(\.queue)
    }
}

/// The tasks that run, by the thread whose stack refers to them.
private struct RunningTasks {
    private let table: TaskTable
    /// The nodes to which the stack of each thread refers, and the running tasks among them.
    private var nodes: [UInt32: Set<UInt32>] = [:]
    private var tasks: [UInt32: [Int]] = [:]

    init(_ table: TaskTable) {
        self.table = table
        for root in table.snapshot.roots where root.kind == .stack || root.kind == .threadLocal {
            nodes[root.owner, default: []].insert(root.node)
            guard let task = table.owner(of: Int(root.node)), table.entries[task].record.state == .running else {
                continue
            }
            tasks[root.owner, default: []].append(task)
        }
    }

    /// Returns the name or identifier of the only running task of a thread whose stack also refers to an actor.
    func task(on actor: Int) -> String? {
        let found = Set(nodes.filter { $0.value.contains(UInt32(actor)) }.keys.flatMap { tasks[$0, default: []] })
        guard found.count == 1, let task = found.first else { return nil }
        let name = table.details(of: task)?.name ?? ""
        return name.isEmpty ? "task \(table.entries[task].record.id)" : name
    }
}
