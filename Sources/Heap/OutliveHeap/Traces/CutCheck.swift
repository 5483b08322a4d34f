internal import OutliveModel

/// A simulation of reference counting that determines which objects are freed when some references are cut.
///
/// Words on stacks and in malloc blocks do not count: many are left over, and which ones differs from run to run.
struct CutCheck {
    /// References that are cut together.
    struct Cut: Hashable, Sendable {
        /// The indices of edges in the snapshot.
        var edges: [Int] = []
        /// The indices of roots in the snapshot.
        var roots: [Int] = []
    }

    /// The maximum number of edges of a holder whose other references are considered.
    static let maximumEdges = 64
    /// The maximum number of freed nodes; after it the result is `false`.
    private static let limit = 20_000

    private let graph: HeapGraph
    private let roots: [UInt32: Int]
    private let budget: WorkBudget

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - roots: The number of roots that surely refer to each node; see `HeapSnapshot.rootCounts`.
    ///   - budget: The budget of all checks together; once it is used up, no further object counts as freed.
    init(_ graph: HeapGraph, roots: [UInt32: Int], _ budget: WorkBudget) {
        (self.graph, self.roots, self.budget) = (graph, roots, budget)
    }

    /// Returns `true` if cutting references frees a node.
    func frees(_ node: Int, _ cut: Cut) -> Bool {
        var counts: [UInt32: Int] = [:]
        var freed: [UInt32] = []
        let snapshot = graph.snapshot
        func release(_ target: UInt32) {
            let count = counts[target] ?? references(to: target)
            counts[target] = count - 1
            if count == 1 { freed.append(target) }
        }
        let cutEdges = Set(cut.edges)
        for edge in cut.edges where isCounted(edge) { release(snapshot.edges[edge].target) }
        for root in cut.roots { release(snapshot.roots[root].node) }
        var next = 0
        while next < freed.count, next < Self.limit, budget.isLeft {
            if Int(freed[next]) == node { return true }
            for edge in snapshot.nodes[Int(freed[next])].edges
            where isCounted(edge) && !cutEdges.contains(edge) {
                budget.take()
                release(snapshot.edges[edge].target)
            }
            next += 1
        }
        return false
    }

    private func isCounted(_ edge: Int) -> Bool { graph.links.targets[edge].isAtLeast(.word) }

    private func references(to node: UInt32) -> Int {
        let holders = graph.holders(of: Int(node))
        budget.take(holders.count)
        return holders.count { $0.strength != .raw } + roots[node, default: 0] + (graph.isTask(Int(node)) ? 1 : 0)
    }
}

/// The members of reference cycles, used to cut a property in all objects that have it, as one change in the source
/// does.
struct CycleMembers {
    /// The maximum size of a component; larger ones are too slow to search for every suspect.
    private static let limit = 4_096

    private let graph: HeapGraph
    private let components: StronglyConnectedComponents
    private var members: [Int: [Int]] = [:]
    private var snapshot: HeapSnapshot { graph.snapshot }

    /// Collects the members of the components of some nodes.
    init(_ paths: RetentionPaths, of nodes: some Sequence<Int>) {
        (graph, components) = (paths.graph, paths.components)
        for node in nodes {
            guard let component = components.component(of: node), members[component] == nil else { continue }
            let found = components.members(ofComponent: component)
            members[component] = found.count <= Self.limit ? found.map(Int.init).sorted() : []
        }
    }

    /// Returns the references in a property of a node and of all nodes in a cycle with it.
    func cut(_ property: String, of node: Int) -> CutCheck.Cut {
        let own = snapshot.fields(ofProperty: property, in: node)
        guard let first = own.first else { return CutCheck.Cut() }
        var nodes = components.component(of: node).flatMap { members[$0] } ?? []
        if nodes.isEmpty { nodes = [node] }
        var known: [UInt32: Bool] = [snapshot.nodes[node].type: true]
        var edges: [Int] = []
        for other in nodes where snapshot.nodes[other].edges.count <= CutCheck.maximumEdges {
            let type = snapshot.nodes[other].type
            // A class that inherits the property has it at the same offset. A cheap test excludes most types.
            let hasProperty =
                known[type]
                ?? (snapshot.fields(ofType: Int(type)).contains(first)
                    && snapshot.fields(ofProperty: property, in: other) == own)
            known[type] = hasProperty
            guard hasProperty else { continue }
            edges += snapshot.nodes[other].edges.filter { edge in
                own.contains { $0.contains(snapshot.edges[edge].offset) }
            }
        }
        return CutCheck.Cut(edges: edges)
    }
}

extension HeapSnapshot {
    /// The number of roots that refer to each node, without words on stacks.
    var rootCounts: [UInt32: Int] {
        roots.reduce(into: [:]) { counts, root in
            if root.kind != .stack { counts[root.node, default: 0] += 1 }
        }
    }

    /// Returns the fields that make up a property of the instance itself.
    fileprivate func fields(ofProperty property: String, in node: Int) -> [Field] {
        let all = fields(ofType: Int(nodes[node].type)).lazy.filter { $0.part == .instance }
        return Array(all.filter { $0.writtenName(among: all).prefix { $0 != "." } == property })
    }
}
