internal import OutliveModel

/// A snapshot as a graph: the reference strength of each edge, and the referrers of each block.
///
/// It takes 8 bytes per node and 8 per edge in addition to the snapshot. A class, because a copy of the snapshot at each
/// reference would take more time than most of what is done there.
package final class HeapGraph: Sendable {
    package let snapshot: HeapSnapshot
    /// The edges in a compact form for traversal.
    let links: HeapLinks
    let continuations: DispatchContinuations
    let handles: TaskHandles
    private let references: EdgeReferences
    let edgesToTasks: TaskEdges
    /// The blocks that contain the frames of each recorded task, by its node.
    private let frameBlocks: [Int: Set<Int>]
    /// `true` for each type of the snapshot whose instances are tasks.
    private let isTaskType: [Bool]

    /// Creates the graph of a snapshot; it is empty if the snapshot has no nodes.
    package init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        continuations = DispatchContinuations(snapshot)
        frameBlocks = snapshot.frameBlocks
        links = HeapLinks(snapshot, continuations, frameBlocks)
        references = EdgeReferences(snapshot)
        handles = TaskHandles(snapshot, references)
        isTaskType = snapshot.types.map { $0.type?.kind == .task }
        edgesToTasks = TaskEdges(snapshot, links, isTaskType: isTaskType)
    }

    /// Returns the property, capture or element that contains an edge, as far as the type describes it.
    func reference(_ edge: Int, from node: Int) -> Reference { references.reference(edge, from: node) }

    /// Returns the strength of an edge, by its index in the snapshot's `edges`.
    func strength(ofEdge edge: Int) -> ReferenceStrength { links.targets[edge].strength }

    /// Returns the nodes that keep a node alive, one for each reference, in ascending order.
    package func referrers(of node: Int) -> some RandomAccessCollection<UInt32> {
        holders(of: node).map(\.node)
    }

    /// Returns the nodes that keep a node alive, each with the strength of its reference.
    func holders(of node: Int) -> LazyMapCollection<Range<Int>, HeapLink> {
        let links = links
        return links.indices(ofReferrersOf: UInt32(node)).lazy.map { links.referrers[$0] }
    }

    /// Returns `true` if an edge keeps its target alive: it is not weak, unowned, unmanaged or stale.
    package func isStrong(edge: Int) -> Bool { links.targets[edge].isStrong }

    /// Returns `true` if a node is a task that keeps itself alive: it has neither completed nor been deinitialised.
    ///
    /// A completed task lives only as long as a handle to it.
    func isTask(_ index: Int) -> Bool {
        let node = snapshot.nodes[index]
        guard isTaskType[Int(node.type)], !node.isDeinitialised else { return false }
        return snapshot.task(ofNode: index)?.state != .completed
    }

    /// Returns the blocks that contain the frames of the task at a node.
    func memory(ofTask task: Int) -> Set<Int> { frameBlocks[task] ?? snapshot.memory(ofTask: task) }

    /// Searches the graph breadth-first.
    ///
    /// - Parameters:
    ///   - starts: The nodes to start from.
    ///   - limit: The number of nodes after which the search stops.
    ///   - isFollowed: Returns `true` if the search follows an edge, by its index in the snapshot's `edges`.
    /// - Returns: The starts and the nodes found, in order, and the edge that leads to each node found.
    func breadthFirst(
        from starts: [Int], upTo limit: Int = .max, along isFollowed: (Int) -> Bool
    ) -> (nodes: [Int], edges: [Int: Int]) {
        var (nodes, edges) = (starts, [Int: Int]())
        var seen = Set(starts)
        var next = 0
        while next < nodes.count, nodes.count < limit {
            for edge in snapshot.nodes[nodes[next]].edges where isFollowed(edge) {
                let target = Int(snapshot.edges[edge].target)
                guard seen.insert(target).inserted else { continue }
                guard nodes.count < limit else { break }
                edges[target] = edge
                nodes.append(target)
            }
            next += 1
        }
        return (nodes, edges)
    }
}

extension HeapGraph {
    /// Returns the nodes that can resume a suspended task: its checked continuations and other holders of the task,
    /// such as an unsafe continuation.
    ///
    /// The result excludes task handles (`Task<...>`), which can cancel a task but not resume it, and other tasks. It
    /// also excludes the memory of the task, of its parent and of the tasks that wait for it, and stale references in
    /// Dispatch's continuations.
    ///
    /// - Returns: The nodes in ascending order; empty for a task that does not wait for a continuation.
    package func continuationHolders(ofTask task: Int) -> [Int] {
        guard let record = snapshot.task(ofNode: task), record.awaited == .continuation else { return [] }
        var own = memory(ofTask: task)
        if let parent = record.parent { own.formUnion(memory(ofTask: parent)) }
        for waiting in edgesToTasks.waiters(ofTask: task) { own.formUnion(memory(ofTask: waiting)) }
        var holders: [Int] = []
        for referrer in referrers(of: task).map(Int.init) where referrer != holders.last && !own.contains(referrer) {
            let resumes = edgesToTasks.edges(from: referrer, toTask: task).contains { edge in
                isStrong(edge: edge) && canResume(edge, from: referrer)
            }
            if resumes { holders.append(referrer) }
        }
        return holders
    }

    private func canResume(_ edge: Int, from node: Int) -> Bool {
        let type = snapshot.type(ofNode: node)
        guard type?.kind != .task else { return false }
        guard !continuations.isArgument(snapshot.edges[edge].offset, in: UInt32(node)) else { return false }
        return !handles.isHandle(edge, from: node)
    }
}
