/// The parts of the growth that references connect, in either direction, without what lives on.
///
/// Memory of a library that leads to the objects of a leak, or that they lead to, is in one part with them. Frames of tasks
/// connect nothing, because earlier calls leave words there.
struct GrowingParts {
    /// For each growing node, another one of its part, up to one that stands for all.
    private var next: [Int: Int]

    /// Finds the parts.
    ///
    /// - Complexity: O(growing nodes and their references).
    init(_ graph: HeapGraph, _ growing: GrowingNodes) {
        let all = growing.all
        let frames = Set(graph.snapshot.tasks.lazy.flatMap { graph.memory(ofTask: Int($0.node)) })
        next = Dictionary(uniqueKeysWithValues: all.map { ($0, $0) })
        for node in all where !frames.contains(node) {
            for edge in graph.snapshot.nodes[node].edges {
                let target = Int(graph.snapshot.edges[edge].target)
                guard growing.contains(target), graph.isStrong(edge: edge), graph.strength(ofEdge: edge) != .frame
                else { continue }
                let (one, other) = (root(of: node), root(of: target))
                next[max(one, other)] = min(one, other)
            }
        }
    }

    private mutating func root(of node: Int) -> Int {
        var at = node
        while let further = next[at], further != at {
            next[at] = next[further]
            at = further
        }
        return at
    }

    /// Returns for each group the part of its nodes, from 0 to 1, that is connected with nodes of each other group.
    func shares(of groups: [[Int]]) -> [Int: [Int: Double]] {
        var parts = self
        var members: [Int: [Int: Int]] = [:]
        for (group, nodes) in groups.enumerated() {
            for node in nodes where next[node] != nil {
                members[parts.root(of: node), default: [:]][group, default: 0] += 1
            }
        }
        var connected: [Int: [Int: Int]] = [:]
        for counts in members.values {
            for (group, count) in counts {
                for other in counts.keys where other != group {
                    connected[group, default: [:]][other, default: 0] += count
                }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: connected.map { group, counts in
                (group, counts.mapValues { Double($0) / Double(groups[group].count) })
            })
    }
}
