internal import OutliveModel

/// The objects that store the handle of a task and live only because of it, so that a `deinit` that cancels the task
/// never runs.
struct TaskOwners {
    /// An object that is kept by the task whose handle it stores.
    struct Owner: Hashable {
        /// The type, without module: `Client`.
        var type: String
        /// The property with the handle: `Client.listener`.
        var property: String
    }

    private let graph: HeapGraph
    private let table: TaskTable
    /// Returns `true` for a task, by its node, that is among the growth.
    private let grows: (Int) -> Bool
    /// For each node with a root, `true` if the root is not a word on a stack.
    private let roots: [UInt32: Bool]

    /// The number of containers between a handle and the object that stores it.
    private static let maximumContainers = 4
    /// The maximum number of referrers of a container that are looked at.
    private static let maximumReferrers = 16
    /// The maximum number of nodes visited in each search.
    fileprivate static let reach = 2_000

    /// Creates a search.
    ///
    /// - Parameter grows: Returns `true` for a task, by its node, that is among the growth.
    init(_ graph: HeapGraph, _ table: TaskTable, grows: @escaping (Int) -> Bool) {
        (self.graph, self.table, self.grows) = (graph, table, grows)
        roots = table.snapshot.roots.reduce(into: [:]) { roots, root in
            roots[root.node] = roots[root.node] == true || root.kind != .stack
        }
    }

    /// Returns the owner that at least half of some tasks keep, or `nil` if there is none.
    func owner(keptBy tasks: some Collection<Int>) -> Owner? {
        var counts: [Owner: Int] = [:]
        for task in tasks {
            if let owner = owner(keptBy: task) { counts[owner, default: 0] += 1 }
        }
        let best = counts.max {
            ($0.value, $1.key.property, $1.key.type) < ($1.value, $0.key.property, $0.key.type)
        }
        return best.flatMap { $0.value * 2 >= tasks.count ? $0.key : nil }
    }

    /// Returns the owner that a task keeps, or `nil` if no object stores its handle, or something else keeps it.
    private func owner(keptBy task: Int) -> Owner? {
        let chain = table.ancestry(of: task)
        for (node, edge) in handleOwners(of: chain[chain.count - 1]) {
            guard table.lead(chain, to: node, in: graph), !isKeptByOthers(node) else { continue }
            let reference = graph.reference(edge, from: node)
            guard let property = reference.property,
                let type = table.snapshot.type(ofNode: node)?.name
            else { continue }
            let declarer = reference.declaringType.isEmpty ? type : reference.declaringType
            return Owner(type: TypeNames.base(type), property: "\(TypeNames.base(declarer)).\(property)")
        }
        return nil
    }

    /// Returns the program's objects that store a handle of a task, each with the edge of the property, in ascending
    /// order.
    private func handleOwners(of task: Int) -> [(node: Int, edge: Int)] {
        let snapshot = table.snapshot
        var found: [(node: Int, edge: Int)] = []
        var next: [(node: Int, edge: Int, depth: Int)] = []
        for referrer in Set(graph.referrers(of: task).map(Int.init)).sorted() where table.owner(of: referrer) == nil {
            for edge in graph.edgesToTasks.edges(from: referrer, toTask: task) where isHandle(edge, from: referrer) {
                next.append((referrer, edge, 0))
            }
        }
        var seen: Set<Int> = []
        while let (node, edge, depth) = next.popLast() {
            guard seen.insert(node).inserted, let type = snapshot.type(ofNode: node) else {
                continue
            }
            if type.kind == .object, type.isOfOwnModule {
                found.append((node, edge))
                continue
            }
            guard depth < Self.maximumContainers else { continue }
            for holder in graph.holders(of: node).prefix(Self.maximumReferrers) where holder.strength < .raw {
                let referrer = Int(holder.node)
                guard table.owner(of: referrer) == nil,
                    let edge = snapshot.nodes[referrer].edges.first(where: {
                        Int(snapshot.edges[$0].target) == node && graph.isStrong(edge: $0)
                    })
                else { continue }
                next.append((referrer, edge, depth + 1))
            }
        }
        return found.sorted { $0.node < $1.node }
    }

    /// Returns `true` if a reference to a task is a handle, or in a property of unknown layout, such as a mutex.
    private func isHandle(_ edge: Int, from node: Int) -> Bool {
        guard graph.isStrong(edge: edge) else { return false }
        if graph.handles.isHandle(edge, from: node) { return true }
        let reference = graph.reference(edge, from: node)
        return reference.property != nil && !reference.fieldType.contains("Continuation")
    }

    /// Returns `true` if anything but growing tasks leads to an object: a root, or another task.
    ///
    /// Earlier calls leave words of the object itself on stacks and in the frames of tasks, but rarely of its holders.
    private func isKeptByOthers(_ owner: Int) -> Bool {
        var (next, seen) = ([owner], Set([owner]))
        while let node = next.popLast() {
            let isFirm = roots[UInt32(node)]
            if seen.count > Self.reach || isFirm == true || isFirm == false && node != owner { return true }
            for holder in graph.holders(of: node) {
                let referrer = Int(holder.node)
                if let task = table.owner(of: referrer).map({ table.entries[$0].record }) {
                    guard task.state != .completed, !grows(Int(task.node)) else { continue }
                    if node != owner || holder.strength < .raw { return true }
                } else if holder.strength < .raw, seen.insert(referrer).inserted {
                    next.append(referrer)
                }
            }
        }
        return false
    }
}

extension TaskTable {
    /// Returns `true` if a task or an ancestor of it leads to an object, past the memory of other tasks.
    func leads(_ task: Int, to object: Int, in graph: HeapGraph) -> Bool {
        lead(ancestry(of: task), to: object, in: graph)
    }

    fileprivate func lead(_ tasks: [Int], to object: Int, in graph: HeapGraph) -> Bool {
        let own = tasks.flatMap { [$0] + snapshot.memory(ofTask: $0).sorted() }
        return graph.breadthFirst(from: own, upTo: TaskOwners.reach) { edge in
            graph.isStrong(edge: edge) && owner(of: Int(snapshot.edges[edge].target)) == nil
        }.nodes.contains(object)
    }

    /// Returns a task and its ancestors, the outermost last: a handle of that one cancels all.
    fileprivate func ancestry(of task: Int) -> [Int] {
        var chain = [task]
        var next = owner(of: task).flatMap { entries[$0].parent }
        while let parent = next, !chain.contains(Int(entries[parent].record.node)) {
            chain.append(Int(entries[parent].record.node))
            next = entries[parent].parent
        }
        return chain
    }
}
