internal import OutliveModel
internal import OutliveSupport

/// Alike references to a set of objects.
struct FoundGroup: Comparable {
    enum Example: Equatable {
        case root(Int)
        case edge(Int, from: Int)
    }

    /// The first of the references.
    var example: Example
    var references = 0
    /// The nodes that have such a reference, in ascending order; empty for roots.
    var sources: [UInt32] = []
    /// The number of holders: of nodes, or of roots.
    var holders: Int { sources.isEmpty ? references : sources.count }

    private var order: (Int, Int) {
        switch example {
        case .root(let root): (0, root)
        case .edge(let edge, _): (1, edge)
        }
    }

    /// Orders by references, the most first.
    static func < (one: FoundGroup, other: FoundGroup) -> Bool {
        (other.references, one.order.0, one.order.1) < (one.references, other.order.0, other.order.1)
    }
}

/// The place in a holder, and the set that contains the target.
struct ReferenceKey: Hashable {
    var label: Int32
    var set: Int32
}

/// A search for the strong references to sets of objects.
struct ReferenceSearch {
    private let graph: HeapGraph
    private var labels: ReferenceLabels
    /// For each label, the last search with a group of it, and the number of the group.
    private var groupOfLabel: [(search: UInt32, number: Int32)] = []
    /// The number of references that may still be read.
    private var reads: Int
    /// The last search in which a node was a target or a source.
    private var targets: [UInt32]
    private var sources: [UInt32]
    private var searches: UInt32 = 0
    private var rootsOfNode: [UInt32: [Int]] = [:]

    init(_ paths: RetentionPaths, reads: Int) {
        (graph, self.reads) = (paths.graph, reads)
        labels = ReferenceLabels(graph.snapshot, paths.typeRanks)
        let count = graph.snapshot.nodes.count
        targets = [UInt32](large: count, repeating: 0)
        sources = [UInt32](large: count, repeating: 0)
        for (index, root) in graph.snapshot.roots.enumerated() { rootsOfNode[root.node, default: []].append(index) }
    }

    /// Returns the groups of references to the nodes of each set, in no order, and the number of references in the groups
    /// that are left out.
    ///
    /// - Parameter maximum: The number of groups of each set that have their sources; the others are only counted.
    /// - Complexity: O(nodes + edges).
    mutating func references(
        toTypes types: [[Int]], maximum: Int
    ) -> [(groups: [FoundGroup], others: Int)] {
        let snapshot = graph.snapshot
        var setOfNode = [Int32](large: snapshot.nodes.count, repeating: -1)
        for (set, nodes) in types.enumerated() {
            for node in nodes { setOfNode[node] = Int32(set) }
        }
        var table = GroupTable(edges: snapshot.edges.count, sets: types.count)
        let links = graph.links
        for source in snapshot.nodes.indices {
            for edge in links.edges(of: UInt32(source)) where links.targets[edge].isStrong {
                let set = setOfNode[Int(links.targets[edge].node)]
                guard set >= 0 else { continue }
                let label = labels.number(of: edge, from: source, snapshot)
                table.add(edge, ReferenceKey(label: label, set: set), from: source)
            }
        }
        var result = table.largest(maximum)
        table.addSources(to: &result, snapshot.nodes.count) { links.edges(of: UInt32($0)) }
        for (set, nodes) in types.enumerated() { result[set].groups += roots(of: nodes.lazy.map { UInt32($0) }) }
        return result
    }

    /// Returns the references to the holders of a group, or `nil` if it has none, or the limit is reached.
    mutating func references(toHoldersOf group: FoundGroup) -> [FoundGroup]? {
        guard !group.sources.isEmpty, reads > 0 else { return nil }
        let links = graph.links
        // An object can have as many referrers as the heap has objects, and each of its groups would read all of them.
        let count = group.sources.reduce(0) { $0 + links.indices(ofReferrersOf: $1).count }
        guard count <= reads else { return nil }
        reads -= count
        searches += 1
        let search = searches
        for node in group.sources { targets[Int(node)] = search }
        var referrers: [UInt32] = []
        for node in group.sources {
            for index in links.indices(ofReferrersOf: node) {
                let source = links.referrers[index].node
                guard sources[Int(source)] != search else { continue }
                sources[Int(source)] = search
                referrers.append(source)
            }
        }
        let cost = referrers.reduce(0) { $0 + links.edges(of: $1).count }
        guard cost <= reads else { return nil }
        reads -= cost
        var found: [FoundGroup] = []
        for source in referrers.sorted() { read(Int(source), into: &found) }
        return roots(of: group.sources) + found
    }

    /// Returns the number of references to the holders of a group.
    func references(to group: FoundGroup) -> Int {
        group.sources.reduce(0) {
            $0 + graph.links.indices(ofReferrersOf: $1).count + (rootsOfNode[$1]?.count ?? 0)
        }
    }

    /// Adds the strong references of a node to the targets of the current search to their groups.
    private mutating func read(_ source: Int, into found: inout [FoundGroup]) {
        let links = graph.links
        for edge in links.edges(of: UInt32(source)) where links.targets[edge].isStrong {
            guard targets[Int(links.targets[edge].node)] == searches else { continue }
            let label = Int(labels.number(of: edge, from: source, graph.snapshot))
            while groupOfLabel.count <= label { groupOfLabel.append((0, 0)) }
            if groupOfLabel[label].search != searches {
                groupOfLabel[label] = (searches, Int32(found.count))
                found.append(FoundGroup(example: .edge(edge, from: source)))
            }
            let group = Int(groupOfLabel[label].number)
            found[group].references += 1
            // Sources come in ascending order.
            if found[group].sources.last != UInt32(source) { found[group].sources.append(UInt32(source)) }
        }
    }

    /// Returns the roots of nodes, one group for each variable, and one for each other kind and owner.
    private func roots(of nodes: some Sequence<UInt32>) -> [FoundGroup] {
        guard !rootsOfNode.isEmpty else { return [] }
        var found: [HolderChains.Start: FoundGroup] = [:]
        for root in nodes.lazy.flatMap({ rootsOfNode[$0] ?? [] }) {
            let start = HolderChains.Start(ofRoot: root, graph.snapshot)
            found[start, default: FoundGroup(example: .root(root))].references += 1
        }
        return Array(found.values)
    }
}
