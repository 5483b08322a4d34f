internal import OutliveModel
internal import OutliveSupport

/// The tasks of a snapshot, those in the memory of their parents included, and the memory of each.
struct TaskTable {
    struct Entry {
        var record: HeapSnapshot.TaskRecord
        var address: UInt64
        /// The offset of the task in the block `record.node`; 0 unless it lies in the memory of its parent.
        var offset: UInt64
        /// The index of the parent.
        var parent: Int?
        /// The address of the group of a group's child, or 0.
        var group: UInt64 = 0
        /// The index of the awaited task.
        var awaitedTask: Int?
        var children: [Int] = []

        var isInner: Bool { offset > 0 }
        /// `true` if the task is suspended and its runtime recorded what it waits for.
        var isWaiting: Bool { record.state == .suspended && record.awaited != .none && record.awaited != .executor }
    }

    let snapshot: HeapSnapshot
    private(set) var entries: [Entry] = []
    /// The index of the task whose memory a node is, or `HeapSnapshot.none`.
    ///
    /// Memory that contains inner tasks belongs to the task that allocated it.
    private(set) var owners: [UInt32]
    /// The indices of the tasks that wait for the result of each task.
    private(set) var waiters: [Int: [Int]] = [:]
    private let byAddress: [UInt64: Int]
    /// The distinct asynchronous backtraces.
    private(set) var backtraces: [ArraySlice<UInt64>] = []
    /// For each task, the index of its backtrace in `backtraces`.
    private(set) var backtraceOfTask: [Int] = []

    init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        owners = Array(large: snapshot.nodes.count, repeating: HeapSnapshot.none)
        let records = snapshot.tasks + snapshot.innerTasks
        var byAddress: [UInt64: Int] = [:]
        byAddress.reserveCapacity(records.count)
        entries.reserveCapacity(records.count)
        for (index, record) in records.enumerated() {
            let start = snapshot.nodes[Int(record.node)].address
            let details = snapshot.taskDetails.isEmpty ? nil : snapshot.taskDetails[index]
            let address = details?.address ?? start
            byAddress[address] = index
            entries.append(
                Entry(record: record, address: address, offset: address &- start, group: details?.group ?? 0))
        }
        self.byAddress = byAddress
        for index in snapshot.tasks.indices { owners[Int(records[index].node)] = UInt32(index) }
        var distinct = NumberTable<ArraySlice<UInt64>>()
        backtraceOfTask = records.map { distinct.number(of: snapshot.frames(of: $0)) }
        backtraces = distinct.items
        let parents = parents()
        for index in entries.indices {
            addMemory(of: index)
            link(index, toParentAt: parents[index])
        }
    }

    /// Returns the index of the task whose memory a node is.
    func owner(of node: Int) -> Int? { owners[node] == HeapSnapshot.none ? nil : Int(owners[node]) }

    /// Returns the index of the task whose memory contains an address, such as a group's.
    private func task(containing address: UInt64) -> Int? {
        let index = snapshot.nodes.partitioningIndex { $0.address > address } - 1
        guard index >= 0, address - snapshot.nodes[index].address < snapshot.nodes[index].bytes else { return nil }
        return owner(of: index)
    }

    /// Returns the index of the task whose memory contains the group of a child task, or `nil` if it is in none.
    func task(withGroupOf child: Int) -> Int? { task(containing: entries[child].group) }

    /// Returns the index of the inner task at an offset of a node, or `nil` if none begins there.
    func innerTask(in node: Int, at offset: UInt64) -> Int? {
        guard offset > 0, !snapshot.innerTasks.isEmpty, let index = byAddress[snapshot.nodes[node].address &+ offset]
        else { return nil }
        return entries[index].isInner ? index : nil
    }

    /// Returns the tasks that refer to an object from their memory or an ancestor's, for example as a task-local value.
    func tasks(with object: UInt64) -> Set<Int> {
        guard let node = snapshot.node(at: object) else { return [] }
        var found: Set<Int> = []
        for (holder, task) in owners.enumerated() where task != HeapSnapshot.none {
            if snapshot.edges(ofNode: holder).contains(where: { Int($0.target) == node }) { found.insert(Int(task)) }
        }
        var next = Array(found)
        while let task = next.popLast() {
            next += entries[task].children.filter { found.insert($0).inserted }
        }
        return found
    }

    func backtrace(of index: Int) -> ArraySlice<UInt64> { backtraces[backtraceOfTask[index]] }

    /// Returns the details of a task, or `nil` if an older heap library wrote the file.
    func details(of index: Int) -> HeapSnapshot.TaskDetails? {
        snapshot.taskDetails.isEmpty ? nil : snapshot.taskDetails[index]
    }

    private mutating func addMemory(of index: Int) {
        let record = entries[index].record
        guard record.state != .completed else { return }
        let node = Int(record.node)
        let slabs =
            entries[index].isInner
            ? snapshot.memory(ofTask: node, at: UInt32(truncatingIfNeeded: entries[index].offset))
            : snapshot.memory(ofTask: node)
        for slab in slabs where owners[slab] == HeapSnapshot.none { owners[slab] = UInt32(index) }
    }

    /// Returns the index of each task's parent, by its address or, in files of older libraries, by its block.
    private func parents() -> [Int?] {
        entries.indices.map { index in
            if let parent = details(of: index)?.parent { return byAddress[parent] }
            return entries[index].record.parent.flatMap(owner)
        }
    }

    private mutating func link(_ index: Int, toParentAt parent: Int?) {
        let record = entries[index].record
        guard record.state != .completed else { return }
        if let parent, parent != index {
            entries[index].parent = parent
            entries[parent].children.append(index)
        }
        if record.awaited == .task, let awaited = byAddress[record.awaitedAddress] {
            entries[index].awaitedTask = awaited
            waiters[awaited, default: []].append(index)
        }
    }
}
