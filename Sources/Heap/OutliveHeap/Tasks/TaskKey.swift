internal import OutliveModel

/// The properties by which tasks are grouped.
struct TaskKey: Hashable {
    var backtrace: Int
    var state: AlikeTasks.State
    var awaited: AlikeTasks.Awaited?
    var child: AlikeTasks.Child?
    var parent: Int?
    var certainty: StuckVerdict.Certainty?
}

extension TaskVerdicts {
    /// Returns the tasks in an order in which parents precede their children.
    func parentsFirst() -> [Int] {
        var order = table.entries.indices.filter { table.entries[$0].parent == nil }
        var seen = Set(order)
        var next = 0
        while next < order.count {
            order += table.entries[order[next]].children.filter { seen.insert($0).inserted }
            next += 1
        }
        // Damaged memory may contain a circle of parents.
        return order + table.entries.indices.filter { !seen.contains($0) }
    }

    /// Returns `true` for the task that a library creates to end a sleep: it has not started.
    func isOfSleep(_ index: Int) -> Bool {
        let entry = table.entries[index]
        return entry.record.state == .suspended && entry.record.awaited == .none && entry.children.isEmpty
            && !names.waits[table.backtraceOfTask[index]].hasProgram
    }

    /// Returns the properties by which a task is grouped.
    ///
    /// - Parameter parent: The number of the parent's group, or `nil` without one.
    func key(of index: Int, parent: Int?) -> TaskKey {
        let entry = table.entries[index]
        let backtrace = table.backtraceOfTask[index]
        return TaskKey(
            backtrace: backtrace, state: entry.record.state, awaited: awaited(entry, names.waits[backtrace]),
            child: child(entry.record),
            parent: parent, certainty: certainty(of: index))
    }

    private func child(_ record: HeapSnapshot.TaskRecord) -> AlikeTasks.Child? {
        guard record.isChild else { return nil }
        return record.isAsyncLet ? .asyncLet : record.isOfGroup ? .group : .other
    }

    private func awaited(_ entry: TaskTable.Entry, _ waits: TaskNames.Waits) -> AlikeTasks.Awaited? {
        guard entry.record.state == .suspended || entry.record.awaited == .executor else { return nil }
        switch entry.record.awaited {
        case .none: return waits.isSleep ? .sleep : nil
        case .task: return .task
        case .group: return .group
        case .executor: return .actor
        case .continuation:
            if waits.isSleep { return .sleep }
            return waits.isStream ? .stream : .continuation
        }
    }
}
