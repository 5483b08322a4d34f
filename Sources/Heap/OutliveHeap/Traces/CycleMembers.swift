internal import OutliveModel

/// The members of reference cycles, used to cut a property in all objects that have it, as one change in the source
/// does.
struct CycleMembers {
    /// The maximum size of a component; larger ones are too slow to search for every suspect.
    private static let limit = 4_096

    private let graph: HeapGraph
    private let components: HeapComponents
    private var members: [Int: [Int]] = [:]
    private var snapshot: HeapSnapshot { graph.snapshot }

    /// Collects the members of the components of some nodes.
    ///
    /// - Complexity: O(members and their edges).
    init(_ paths: RetentionPaths, of nodes: some Sequence<Int>) {
        (graph, components) = (paths.graph, paths.components)
        for node in nodes {
            guard let component = components.component(of: node), members[component] == nil else { continue }
            members[component] = components.members(with: node, upTo: Self.limit, graph, worst: .raw) ?? []
        }
    }

    /// Returns the references in a property of a node and of all nodes in a cycle with it.
    ///
    /// - Complexity: O(edges of the members).
    func cut(_ property: String, of node: Int) -> CutCheck.Cut {
        let own = snapshot.fields(ofProperty: property, in: node)
        guard let first = own.first else { return CutCheck.Cut() }
        let component = components.component(of: node)
        var nodes = component.flatMap { members[$0] } ?? []
        if nodes.isEmpty { nodes = [node] }
        var known: [UInt32: Bool] = [snapshot.nodes[node].type: true]
        var edges: [Int] = []
        for other in nodes where snapshot.nodes[other].edges.count <= 64 {
            let type = snapshot.nodes[other].type
            // A class that inherits the property has it at the same offset.
            if known[type] == nil {
                // A cheap test excludes most types.
                known[type] =
                    snapshot.fields(ofType: Int(type)).contains(first)
                    && snapshot.fields(ofProperty: property, in: other) == own
            }
            guard known[type] == true else { continue }
            for edge in snapshot.nodes[other].edges
            where own.contains(where: { $0.contains(snapshot.edges[edge].offset) }) { edges.append(edge) }
        }
        return CutCheck.Cut(edges: edges)
    }
}

extension HeapSnapshot.Field {
    /// Returns `true` if an offset of the instance is within the field.
    fileprivate func contains(_ place: UInt32) -> Bool { offset <= place && place - offset < max(size, 1) }
}

extension HeapSnapshot {
    /// Returns the fields that make up a property of the instance itself.
    fileprivate func fields(ofProperty property: String, in node: Int) -> [Field] {
        let type = types[Int(nodes[node].type)]
        let all = fields[Int(type.firstField)..<Int(type.firstField + type.fieldCount)].lazy
            .filter { $0.part == .instance }
        return Array(all.filter { PropertyNames.written($0, among: all).prefix { $0 != "." } == property })
    }
}
