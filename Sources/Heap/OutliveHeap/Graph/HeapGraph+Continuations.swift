internal import OutliveModel

extension HeapGraph {
    /// Returns the nodes that can resume a suspended task: its checked continuations and other holders of the task,
    /// such as an unsafe continuation.
    ///
    /// The result excludes task handles (`Task<...>`), which can cancel a task but not resume it, other tasks, the
    /// memory of the task, of its parent and of the tasks that wait for it, and stale references in Dispatch's
    /// continuations.
    ///
    /// - Parameter task: The node of the task.
    /// - Returns: The nodes in ascending order; empty for a task that does not wait for a continuation.
    /// - Complexity: O(tasks, referrers and their edges).
    package func continuationHolders(ofTask task: Int) -> [Int] {
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
        // The context pointer of a Dispatch continuation (eight words) that has already run.
        if type.type == nil, StrengthRules.continuationBytes.contains(snapshot.nodes[node].bytes),
            snapshot.edges[edge].offset == 40
        {
            return false
        }
        let field = snapshot.reference(edge, from: node).fieldType
        return !Self.isHandle(field)
    }

    /// Returns `true` if a type name is that of a task handle or an optional one.
    private static func isHandle(_ type: String) -> Bool {
        var name = type[...]
        while name.hasPrefix("Swift.Optional<"), name.hasSuffix(">") { name = name.dropFirst(15).dropLast() }
        return ["Swift.Task<", "Swift.UnsafeCurrentTask"].contains { name.hasPrefix($0) }
    }
}
