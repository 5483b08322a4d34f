internal import OutliveModel

/// The growing objects that accumulating tasks refer to, also where a library holds them, such as the connection whose
/// request a task answers.
struct TaskReach {
    private let graph: HeapGraph
    /// The suspect of the task that leads to each node.
    private(set) var suspects: [Int: Suspect] = [:]
    /// The suspect of the task to which each node leads.
    private var leading: [Int: Suspect] = [:]

    /// Follows references from the tasks, through growing nodes only.
    init(_ tasks: AccumulatingTasks, in graph: HeapGraph, growing: some Sequence<Int>) {
        self.graph = graph
        let snapshot = graph.snapshot
        let growing = Set(growing)
        for task in snapshot.inOrderOfCreation(tasks.suspects.keys) {
            guard let suspect = tasks.suspects[task] else { continue }
            var next = [task]
            while let node = next.popLast() {
                let isWakeUp = tasks.isWakeUp(node)
                if graph.isTask(node), !isWakeUp { next += graph.memory(ofTask: node) }
                for edge in snapshot.nodes[node].edges where graph.isStrong(edge: edge) {
                    let target = Int(snapshot.edges[edge].target)
                    guard growing.contains(target), tasks.isInUse(edge, from: node), suspects[target] == nil,
                        tasks.suspects[target] == nil
                    else { continue }
                    suspects[target] = suspect
                    // The state to which the closure of a wake-up leads may be released, and its memory used again.
                    if !isWakeUp { next.append(target) }
                }
            }
            next = [task]
            while let node = next.popLast() {
                for holder in graph.holders(of: node) where holder.strength < .raw && !graph.isTask(Int(holder.node)) {
                    let referrer = Int(holder.node)
                    guard growing.contains(referrer), leading[referrer] == nil else { continue }
                    leading[referrer] = suspect
                    next.append(referrer)
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
    /// - Parameters:
    ///   - unit: For bytes, the nodes are containers, and their elements count.
    ///   - isEitherWay: `true` to count the nodes that lead to such tasks, too.
    func suspect(of nodes: [Int], unit: LiveUnit, eitherWay isEitherWay: Bool = false) -> Suspect? {
        let snapshot = graph.snapshot
        let members =
            unit == .bytes
            ? nodes.flatMap { snapshot.nodes[$0].edges.filter(graph.isStrong).map { Int(snapshot.edges[$0].target) } }
            : nodes
        return mostFrequent(of: members) { suspects[$0] ?? (isEitherWay ? leading[$0] : nil) }
    }

    /// Returns the suspect of most of the tasks to which at least four fifths of some nodes lead, or `nil` if fewer do.
    func suspect(behind nodes: [Int]) -> Suspect? { mostFrequent(of: nodes) { leading[$0] } }

    private func mostFrequent(of nodes: [Int], _ suspect: (Int) -> Suspect?) -> Suspect? {
        let found = nodes.compactMap(suspect)
        guard !found.isEmpty, found.count * 5 >= nodes.count * 4 else { return nil }
        return found.reduce(into: [Suspect?: Int]()) { $0[$1, default: 0] += 1 }.mostFrequent
    }
}
