/// The references to tasks, found without a search through all references of a large holder, such as a list of handles.
struct TaskEdges: Sendable {
    private let snapshot: HeapSnapshot
    /// The edges of each holder with many of them, by the node of the task.
    private var ofLarge: [Int: [Int: [Int]]] = [:]
    private let waiters: [UInt32: [HeapSnapshot.TaskRecord]]

    /// The maximum number of edges that are searched one by one.
    private static let maximumSearched: UInt32 = 64

    /// Finds the references.
    ///
    /// - Parameter isTaskType: `true` for each type of the snapshot whose instances are tasks.
    init(_ snapshot: HeapSnapshot, _ links: HeapLinks, isTaskType: [Bool]) {
        self.snapshot = snapshot
        waiters = Dictionary(grouping: snapshot.tasks.lazy.filter { $0.awaited == .task }, by: \.awaitedIndex)
        for task in snapshot.tasks {
            for index in links.indices(ofReferrersOf: task.node) {
                let holder = Int(links.referrers[index].node)
                guard snapshot.nodes[holder].edgeCount > Self.maximumSearched, ofLarge[holder] == nil else { continue }
                var found: [Int: [Int]] = [:]
                for edge in snapshot.nodes[holder].edges {
                    let target = Int(snapshot.edges[edge].target)
                    if isTaskType[Int(snapshot.nodes[target].type)] { found[target, default: []].append(edge) }
                }
                ofLarge[holder] = found
            }
        }
    }

    /// Returns the edges from a node that keeps a task alive, in ascending order.
    func edges(from holder: Int, toTask task: Int) -> [Int] {
        if let edges = ofLarge[holder] { return edges[task, default: []] }
        return snapshot.nodes[holder].edges.filter { Int(snapshot.edges[$0].target) == task }
    }

    /// Returns the nodes of the tasks that wait for the result of a task.
    func waiters(ofTask task: Int) -> [Int] { waiters[UInt32(task), default: []].map { Int($0.node) } }
}
