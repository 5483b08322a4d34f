internal import OutliveModel

/// The growing objects that accumulating tasks refer to, also where a library holds them, such as the connection whose
/// request a task answers.
struct TaskReach {
    private let graph: HeapGraph
    /// The suspect of the task that leads to each node.
    private(set) var suspects: [Int: Suspect] = [:]

    /// Follows references from the tasks, through growing nodes only.
    init(_ tasks: AccumulatingTasks, in graph: HeapGraph, growing: some Sequence<Int>) {
        self.graph = graph
        let snapshot = graph.snapshot
        let growing = Set(growing)
        for (task, suspect) in tasks.suspects.sorted(by: { $0.key < $1.key }) {
            var next = [task]
            while let node = next.popLast() {
                if graph.isTask(node) { next += snapshot.memory(ofTask: node) }
                for edge in snapshot.nodes[node].edges where graph.isStrong(edge: edge) {
                    let target = Int(snapshot.edges[edge].target)
                    guard growing.contains(target), suspects[target] == nil, tasks.suspects[target] == nil else {
                        continue
                    }
                    suspects[target] = suspect
                    next.append(target)
                }
            }
        }
    }

    /// Returns `true` if some nodes are parts of streams, or containers of nothing else.
    func areStreams(_ nodes: [Int]) -> Bool {
        let snapshot = graph.snapshot
        func isStream(_ node: Int) -> Bool {
            snapshot.type(ofNode: node).map {
                ObjectInspector.of(type: $0.name)?.isOfStreams ?? false
            } ?? false
        }
        return nodes.allSatisfy { node in
            let edges = snapshot.nodes[node].edges.filter(graph.isStrong)
            return isStream(node) || !edges.isEmpty && edges.allSatisfy { isStream(Int(snapshot.edges[$0].target)) }
        }
    }

    /// Returns the suspect of most of the tasks that refer to at least four fifths of some nodes, or `nil` if they refer
    /// to fewer.
    ///
    /// - Parameter unit: For bytes, the nodes are containers, and their elements count.
    func suspect(of nodes: [Int], unit: LiveUnit) -> Suspect? {
        let snapshot = graph.snapshot
        let members =
            unit == .bytes
            ? nodes.flatMap { snapshot.nodes[$0].edges.filter(graph.isStrong).map { Int(snapshot.edges[$0].target) } }
            : nodes
        let found = members.compactMap { suspects[$0] }
        guard !found.isEmpty, found.count * 5 >= members.count * 4 else { return nil }
        return found.reduce(into: [Suspect?: Int]()) { $0[$1, default: 0] += 1 }.mostFrequent
    }
}
