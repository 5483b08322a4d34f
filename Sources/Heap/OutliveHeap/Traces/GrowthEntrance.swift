internal import OutliveModel

/// The reference or origin through which paths enter the growth.
enum GrowthEntrance: Hashable {
    /// The references from the nearest holder that is not the storage of a collection or a box, outermost first,
    /// without positions of elements.
    case reference([ReferenceLabel])
    case root(Int)
    /// A growing task, which keeps itself alive.
    case task
    /// A reference cycle, by the number of its strongly connected component.
    case cycle(Int)
    case nothing

    /// `true` if all objects that one reference in the source leads to share the entry; a cycle has only a few objects.
    var isShared: Bool {
        switch self {
        case .reference, .root: true
        case .task, .cycle, .nothing: false
        }
    }
}

/// A reader of the entries through which paths reach the growth.
struct GrowthEntranceReader {
    private let paths: RetentionPaths
    private let growing: GrowingNodes
    private let isStorage: [Bool]
    /// The cycles counted are those whose number is a multiple of this, so that all groups count the same ones.
    private let stride: Int

    /// The maximum distance, in references up from the border, at which the owner of a storage is searched for.
    private static let reach = 8
    /// The approximate maximum number of cycles counted.
    private static let maximumCycles = 2000

    init(_ paths: RetentionPaths, _ growing: GrowingNodes) {
        (self.paths, self.growing) = (paths, growing)
        isStorage = growing.isEmpty ? [] : paths.graph.snapshot.typesOfStorage
        stride = max(1, paths.components.count / Self.maximumCycles)
    }

    /// Returns the entries of the paths to a group of nodes, each with the number of nodes whose paths take it.
    ///
    /// - Parameters:
    ///   - nodes: The nodes of the group.
    ///   - samples: The paths to some of them, each with the number of nodes that it represents.
    func entries(of nodes: [Int], _ samples: [(path: HeapPath, count: Int)]) -> [GrowthEntrance: Int] {
        guard !growing.isEmpty else { return [:] }
        let isSampled = samples.count < nodes.count
        let inCycles = isSampled ? cycles(of: nodes) : [:]
        return samples.reduce(into: inCycles) { found, sample in
            // Of many cycles that look alike, the samples of two groups rarely contain the same.
            guard inCycles.isEmpty || sample.path.origin != .cycle else { return }
            found[entry(of: sample.path), default: 0] += sample.count
        }
    }

    private func entry(of path: HeapPath) -> GrowthEntrance {
        let snapshot = paths.graph.snapshot
        var path = path
        // A growing container is expected to live; its elements are the growth.
        if let last = path.nodes.last, !path.nodes.contains(where: growing.contains),
            let edge = snapshot.nodes[last].edges.first(where: { growing.contains(Int(snapshot.edges[$0].target)) })
        {
            path.edges.append(edge)
            path.nodes.append(Int(snapshot.edges[edge].target))
        }
        if path.origin == .cycle {
            return paths.components.component(of: path.nodes[0]).map(GrowthEntrance.cycle) ?? .nothing
        }
        if let index = path.nodes.firstIndex(where: growing.contains), index > 0 {
            var first = index - 1
            while first > 0, index - first < Self.reach, isStorage[Int(snapshot.nodes[path.nodes[first]].type)] {
                first -= 1
            }
            return .reference(
                (first..<index).map {
                    ReferenceLabel(path.edges[$0], from: path.nodes[$0], snapshot, paths.typeRanks).ofContainer
                })
        }
        switch path.origin {
        case .root(let root): return .root(root)
        case .task: return .task
        case .cycle, .unheld: return .nothing
        }
    }

    /// Returns the counted cycles with the numbers of nodes that they keep alive, multiplied by the stride.
    ///
    /// - Complexity: O(nodes), and O(length) for each path that no other shares.
    private func cycles(of nodes: [Int]) -> [GrowthEntrance: Int] {
        guard paths.components.count > 0 else { return [:] }
        var known: [Int: Int?] = [:]
        var counts: [GrowthEntrance: Int] = [:]
        for node in nodes {
            guard let cycle = cycle(of: node, &known), cycle.isMultiple(of: stride) else { continue }
            counts[.cycle(cycle), default: 0] += stride
        }
        return counts
    }

    /// Returns the cycle at which the path to a node begins, or `nil` if it begins elsewhere.
    private func cycle(of node: Int, _ known: inout [Int: Int?]) -> Int? {
        var passed: [Int] = []
        var (at, found): (Int, Int?) = (node, nil)
        while true {
            if let cycle = paths.components.component(of: at) { found = cycle }
            if let cycle = known[at] { found = cycle }
            guard found == nil, known[at] == nil, let edge = paths.edge(to: at) else { break }
            passed.append(at)
            at = paths.graph.snapshot.source(ofEdge: edge)
        }
        for node in passed { known[node] = .some(found) }
        return found
    }
}

extension HeapSnapshot {
    /// `true` for each type that only stores the elements or the value of another.
    fileprivate var typesOfStorage: [Bool] {
        types.map { type in
            guard let kind = type.type?.kind else { return false }
            return kind == .box || type.elementStride > 0 || type.isHashTable || isManagedBuffer(type)
        }
    }
}
