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

    /// The maximum distance, in references up from the border, at which the owner of a storage is searched for.
    private static let reach = 8

    init(_ paths: RetentionPaths, _ growing: GrowingNodes) {
        (self.paths, self.growing) = (paths, growing)
        isStorage = growing.isEmpty ? [] : paths.graph.snapshot.typesOfStorage
    }

    /// Returns the entries of paths, each with the number of nodes whose paths take it.
    func entries(of paths: [(path: HeapPath, count: Int)]) -> [GrowthEntrance: Int] {
        guard !growing.isEmpty else { return [:] }
        return paths.reduce(into: [:]) { $0[entry(of: $1.path), default: 0] += $1.count }
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
        if let place = path.nodes.firstIndex(where: growing.contains), place > 0 {
            var first = place - 1
            while first > 0, place - first < Self.reach, isStorage[Int(snapshot.nodes[path.nodes[first]].type)] {
                first -= 1
            }
            return .reference(
                (first..<place).map {
                    ReferenceLabel(path.edges[$0], from: path.nodes[$0], snapshot, paths.typeNumbers).ofContainer
                })
        }
        switch path.origin {
        case .root(let root): return .root(root)
        case .task: return .task
        case .cycle, .unheld: return .nothing
        }
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
