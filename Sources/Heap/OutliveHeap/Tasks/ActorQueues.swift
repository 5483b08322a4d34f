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
        let threads = threads()
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
                waiting: tasks.count, running: node.flatMap { task(on: $0, among: threads) },
                callers: callers.amounts)
            return (address, queue)
        }
        let order = all.sorted {
            ($1.queue.waiting, $0.queue.actor, $0.address) < ($0.queue.waiting, $1.queue.actor, $1.address)
        }
        return order.map(\.queue)
    }

    /// Returns the nodes to which the stack of each thread refers, and the running tasks among them.
    private func threads() -> [(nodes: Set<UInt32>, tasks: [Int])] {
        var threads: [UInt32: (nodes: Set<UInt32>, tasks: [Int])] = [:]
        for root in snapshot.roots where root.kind == .stack || root.kind == .threadLocal {
            threads[root.owner, default: ([], [])].nodes.insert(root.node)
            guard let task = owner(of: Int(root.node)), entries[task].record.state == .running else { continue }
            threads[root.owner]!.tasks.append(task)
        }
        return Array(threads.values)
    }

    /// Returns the name or identifier of the only running task of a thread whose stack also refers to an actor.
    private func task(on actor: Int, among threads: [(nodes: Set<UInt32>, tasks: [Int])]) -> String? {
        let found = Set(threads.lazy.filter { $0.nodes.contains(UInt32(actor)) }.flatMap(\.tasks))
        guard found.count == 1, let task = found.first else { return nil }
        let name = details(of: task)?.name ?? ""
        return name.isEmpty ? "task \(entries[task].record.id)" : name
    }
}
