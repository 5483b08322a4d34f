/// The strongly connected components among some nodes of a graph, by Tarjan's algorithm in the form that Pearce gave it:
/// one number a node.
struct HeapComponents: Sendable {
    /// How many numbers there are for components.
    let count: Int
    /// For each node the number of its component; `HeapSnapshot.none` where it is in no cycle, or not among them.
    private var numbers: [UInt32]

    /// Finds the components.
    ///
    /// - Parameters:
    ///   - nodes: whether a node is among them.
    ///   - worst: the worst hold that counts.
    /// - Complexity: O(nodes + edges).
    init(_ graph: HeapGraph, among included: [Bool], worst: Hold) {
        let (nodes, edges, holds) = (graph.snapshot.nodes, graph.snapshot.edges, graph.holds)
        // 0 is a node that was not visited yet, and a component's number is above all others.
        var numbers = [UInt32](repeating: 0, count: nodes.count)
        var (next, component) = (UInt32(1), HeapSnapshot.none - 1)
        // A node that is visited, the next of its edges, and whether no earlier one is reached from it.
        var visits: [(node: UInt32, edge: UInt32, isFirst: Bool)] = []
        var finished: [UInt32] = []
        var alone: [UInt32] = []
        for start in nodes.indices where included[start] && numbers[start] == 0 {
            numbers[start] = next
            next += 1
            visits.append((UInt32(start), nodes[start].firstEdge, true))
            while let last = visits.last {
                let node = Int(last.node)
                var (edge, isFirst) = (Int(last.edge), last.isFirst)
                let end = nodes[node].edges.upperBound
                var deeper: Int?
                while edge < end {
                    let target = Int(edges[edge].target)
                    if holds[edge] <= worst, included[target] {
                        if numbers[target] == 0 {
                            deeper = target
                            break
                        }
                        if numbers[target] < numbers[node] {
                            numbers[node] = numbers[target]
                            isFirst = false
                        }
                    }
                    edge += 1
                }
                visits[visits.count - 1] = (last.node, UInt32(edge), isFirst)
                if let deeper {
                    // This edge is looked at again when the node that it leads to is done.
                    numbers[deeper] = next
                    next += 1
                    visits.append((UInt32(deeper), nodes[deeper].firstEdge, true))
                    continue
                }
                visits.removeLast()
                guard isFirst else {
                    finished.append(last.node)
                    continue
                }
                next -= 1
                var size = 1
                while let other = finished.last, numbers[node] <= numbers[Int(other)] {
                    finished.removeLast()
                    numbers[Int(other)] = component
                    next -= 1
                    size += 1
                }
                numbers[node] = component
                component -= 1
                let holdsItself = { nodes[node].edges.contains { holds[$0] <= worst && edges[$0].target == last.node } }
                if size == 1, !holdsItself() { alone.append(last.node) }
            }
        }
        for node in alone { numbers[Int(node)] = HeapSnapshot.none }
        for node in nodes.indices where numbers[node] == 0 { numbers[node] = HeapSnapshot.none }
        count = Int(HeapSnapshot.none - 1 - component)
        self.numbers = numbers
    }

    /// The number of a node's component, from 0 up; nil where it is in no cycle.
    func component(of node: Int) -> Int? {
        numbers[node] == HeapSnapshot.none ? nil : Int(HeapSnapshot.none - 1 - numbers[node])
    }
}
