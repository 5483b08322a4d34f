internal import OutliveModel

extension GrowingNodes {
    /// Returns the nodes in cycles of fields to which only stray words lead, in ascending order.
    ///
    /// A cycle keeps itself alive, so a word that leads to it is no evidence of a holder by itself: words of tasks, of
    /// stacks and of raw memory may be stale. A property of another object is evidence for the cycle that it leads to.
    /// Other words are evidence if they lead to at least half of the cycles of a finding: a task that keeps an object
    /// in each of them, or a list of all.
    ///
    /// - Parameter arrivals: The arrivals of a search that avoids growing nodes.
    /// - Complexity: O(growing nodes and their references), and O(nodes and edges) if any of these are in a cycle.
    func inUnheldCycles(of graph: HeapGraph, arrivals: [UInt32]) -> [Int] {
        let all = all.filter { arrivals[$0] == PathSearch.unreached }
        let free = BitTable(below: arrivals.count)
        for node in all { free.insert(UInt32(node)) }
        let cycles = StronglyConnectedComponents(graph, among: free, weakest: .field)
        let inCycles = all.compactMap { node in cycles.component(of: node).map { (node, cycle: $0) } }
        guard !inCycles.isEmpty else { return [] }
        let owned = ownedByObjects(graph, arrivals)
        let wide = reachedByWords(graph)
        var (held, reached) = (Set<Int>(), Set<Int>())
        for (node, cycle) in inCycles {
            if owned.contains(UInt32(node)) { held.insert(cycle) }
            if wide.contains(UInt32(node)) { reached.insert(cycle) }
        }
        for members in classes {
            let ofClass = Set(members.compactMap(cycles.component))
            if ofClass.intersection(reached).count * 2 >= ofClass.count { held.formUnion(ofClass) }
        }
        return inCycles.filter { !held.contains($0.cycle) }.map(\.0)
    }

    /// Returns the growing nodes that variables, or objects that do not grow, lead to through properties.
    private func ownedByObjects(_ graph: HeapGraph, _ arrivals: [UInt32]) -> BitTable {
        let lasting = PathSearch.starts(in: graph.snapshot)[.lasting, default: []].map(\.node)
        let living = arrivals.indices.lazy.filter { arrivals[$0] != PathSearch.unreached && !contains($0) }
        return graph.reached(from: lasting + living.map(UInt32.init)) { _, link in
            link.strength == .field || link.strength == .word
        }
    }

    /// Returns the nodes to which roots and tasks lead, without the raw memory to which words of tasks and stacks lead.
    ///
    /// Raw memory that grows is part of what leaks, or used again and again, with words from before.
    private func reachedByWords(_ graph: HeapGraph) -> BitTable {
        let snapshot = graph.snapshot
        func isRaw(_ node: UInt32) -> Bool { snapshot.type(ofNode: Int(node)) == nil }
        let tasks = snapshot.nodes.indices.filter(graph.isTask)
        let frames = Set(tasks.lazy.flatMap { graph.memory(ofTask: $0) }.map(UInt32.init))
        let ofTasks = frames.union(tasks.lazy.map(UInt32.init))
        let roots = PathSearch.starts(in: snapshot).flatMap { rank, starts in
            starts.map(\.node).filter { rank != .stack || !isRaw($0) }
        }
        return graph.reached(from: roots + ofTasks) { holder, link in
            guard link.isStrong else { return false }
            return !isRaw(link.node) || !ofTasks.contains(holder) && !contains(Int(link.node))
        }
    }
}

extension HeapGraph {
    /// Returns the starts and the nodes to which the links lead that are followed.
    fileprivate func reached(
        from starts: [UInt32], along isFollowed: (_ holder: UInt32, HeapLink) -> Bool
    ) -> BitTable {
        let seen = BitTable(below: snapshot.nodes.count)
        var waiting = starts
        for node in starts { seen.insert(node) }
        while let node = waiting.popLast() {
            for edge in links.edges(of: node) {
                let link = links.targets[edge]
                guard !seen.contains(link.node), isFollowed(node, link) else { continue }
                seen.insert(link.node)
                waiting.append(link.node)
            }
        }
        return seen
    }
}
