/// The strongly connected components among some nodes of a graph.
///
/// The algorithm is Tarjan's in Pearce's variant, which needs one number per node.
struct StronglyConnectedComponents: Sendable {
    /// The number of component numbers.
    let count: Int
    /// The number of each node's component, or `HeapSnapshot.none` if the node is in no cycle or not included.
    private let numbers: [UInt32]
    /// The nodes of each component together, in the order of the components.
    private let members: [UInt32]
    /// The index in `members` of the end of each component.
    private let ends: [UInt32]

    /// Computes the components.
    ///
    /// - Parameters:
    ///   - included: The nodes to consider.
    ///   - weakest: The weakest reference to follow.
    init(_ graph: HeapGraph, among included: borrowing BitTable, weakest: ReferenceStrength) {
        let links = graph.links
        // 0 marks an unvisited node. Component numbers are above all visit numbers.
        var numbers = [UInt32](large: graph.snapshot.nodes.count, repeating: 0)
        var (members, ends): ([UInt32], [UInt32]) = ([], [])
        numbers.withUnsafeMutableBufferPointer {
            Self.number(&$0, along: links, among: included, weakest: weakest, &members, &ends)
        }
        count = ends.count
        (self.numbers, self.members, self.ends) = (numbers, members, ends)
    }

    /// Assigns each node the number of its component, and lists the nodes of each.
    private static func number(
        _ numbers: inout UnsafeMutableBufferPointer<UInt32>, along links: HeapLinks,
        among included: borrowing BitTable, weakest: ReferenceStrength,
        _ members: inout [UInt32], _ ends: inout [UInt32]
    ) {
        var (next, component) = (UInt32(1), HeapSnapshot.none - 1)
        // A node in progress, its next edge, and `true` if it reaches no earlier node.
        var visits: [(node: UInt32, edge: UInt32, isFirst: Bool)] = []
        var finished: [UInt32] = []
        var alone: [UInt32] = []
        for start in numbers.indices where numbers[start] == 0 && included.contains(UInt32(start)) {
            numbers[start] = next
            next += 1
            visits.append((UInt32(start), links.first[start], true))
            while let last = visits.last {
                let node = Int(last.node)
                var (edge, isFirst) = (Int(last.edge), last.isFirst)
                let end = Int(links.first[node + 1])
                var deeper: UInt32?
                while edge < end {
                    let link = links.targets[edge]
                    let target = Int(link.node)
                    if link.isAtLeast(weakest), included.contains(link.node) {
                        if numbers[target] == 0 {
                            deeper = link.node
                            break
                        }
                        if numbers[target] < numbers[node] {
                            numbers[node] = numbers[target]
                            isFirst = false
                        }
                    }
                    edge += 1
                }
                if let deeper {
                    // This edge is read again when its target is done.
                    visits[visits.count - 1] = (last.node, UInt32(edge), isFirst)
                    numbers[Int(deeper)] = next
                    next += 1
                    visits.append((deeper, links.first[deeper], true))
                    continue
                }
                visits.removeLast()
                guard isFirst else {
                    finished.append(last.node)
                    continue
                }
                next -= 1
                let first = members.count
                while let other = finished.last, numbers[node] <= numbers[Int(other)] {
                    finished.removeLast()
                    numbers[Int(other)] = component
                    next -= 1
                    members.append(other)
                }
                let isCycle =
                    members.count > first
                    || links.edges(of: last.node).contains {
                        links.targets[$0].isAtLeast(weakest) && links.targets[$0].node == last.node
                    }
                if isCycle { members.append(last.node) } else { alone.append(last.node) }
                ends.append(UInt32(members.count))
                numbers[node] = component
                component -= 1
            }
        }
        for node in alone { numbers[Int(node)] = HeapSnapshot.none }
        for node in numbers.indices where numbers[node] == 0 { numbers[node] = HeapSnapshot.none }
    }

    /// Returns the number of a node's component, from 0, or `nil` if the node is in no cycle.
    func component(of node: Int) -> Int? {
        numbers[node] == HeapSnapshot.none ? nil : Int(HeapSnapshot.none - 1 - numbers[node])
    }

    /// Returns the nodes of a component, in no particular order.
    func members(ofComponent component: Int) -> ArraySlice<UInt32> {
        members[(component == 0 ? 0 : Int(ends[component - 1]))..<Int(ends[component])]
    }
}
