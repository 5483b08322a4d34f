internal import OutliveModel

extension HeapGraph {
    /// The nodes through which a suspended task could be resumed: the objects that stand for its checked continuations,
    /// and whatever else holds the task itself, as an unsafe continuation does.
    ///
    /// Handles (`Task<...>`) are left out, which cancel a task and do not resume it, and so are other tasks, the memory of
    /// the task itself, of its parent and of the tasks that wait for it, and what Dispatch keeps of jobs that it has run.
    ///
    /// - Parameter task: the node of the task.
    /// - Returns: the nodes by rising index; empty for a task that does not wait for a continuation.
    /// - Complexity: O(tasks, referrers and their edges).
    public func continuationHolders(ofTask task: Int) -> [Int] {
        guard let record = snapshot.task(ofNode: task), record.awaited == .continuation else { return [] }
        var own = snapshot.memory(ofTask: task)
        if let parent = record.parent { own.formUnion(snapshot.memory(ofTask: parent)) }
        for waiting in snapshot.tasks where waiting.awaited == .task && waiting.awaitedIndex == record.node {
            own.formUnion(snapshot.memory(ofTask: Int(waiting.node)))
        }
        var holders: [Int] = []
        for referrer in referrers(of: task).map(Int.init) where referrer != holders.last && !own.contains(referrer) {
            let edges = snapshot.nodes[referrer].edges.filter {
                snapshot.edges[$0].target == task && isHolding(edge: $0)
            }
            if edges.contains(where: { canResume($0, from: referrer) }) { holders.append(referrer) }
        }
        return holders
    }

    private func canResume(_ edge: Int, from node: Int) -> Bool {
        let type = snapshot.types[Int(snapshot.nodes[node].type)]
        if type.type?.kind == .task { return false }
        // What Dispatch calls a function with, in its continuations of eight words.
        if type.type == nil, HoldRules.continuationBytes.contains(snapshot.nodes[node].bytes),
            snapshot.edges[edge].offset == 40
        {
            return false
        }
        let field = snapshot.reference(edge, from: node).fieldType
        return !Self.isHandle(field)
    }

    /// Returns `true` for the name of the type of a handle to a task, or of an optional one.
    private static func isHandle(_ type: String) -> Bool {
        var name = type[...]
        while name.hasPrefix("Swift.Optional<"), name.hasSuffix(">") { name = name.dropFirst(15).dropLast() }
        return ["Swift.Task<", "Swift.UnsafeCurrentTask"].contains { name.hasPrefix($0) }
    }
}
