internal import OutliveModel

/// What keeps the nodes of one finding alive.
struct GroupRetention {
    /// The traces, the most frequent first.
    var traces: [LeakTrace]
    /// The places by which the paths enter what grows, with the number of nodes.
    var entries: [BorderEntry: Int]
}

/// A place by which paths enter what grows.
enum BorderEntry: Hashable {
    /// The references from the nearest holder that is no storage of a collection or a box, outermost first; places in
    /// elements do not count.
    case reference([ReferenceLabel])
    /// A root.
    case root(Int)
    /// A growing task, which lives by itself.
    case task
    /// A reference cycle, by the number of its strongly connected component.
    case cycle(Int)
    /// No reference at all.
    case nothing
}

extension BorderEntry {
    /// Whether it is shared by all objects that one reference in the source leads to; a cycle is of a few objects only.
    var isShared: Bool {
        switch self {
        case .reference, .root: true
        case .task, .cycle, .nothing: false
        }
    }
}

/// Reads where paths enter what grows.
struct BorderReader {
    private let paths: RetentionPaths
    private let growing: GrowingNodes
    private let types: [UInt32]
    private let isStorage: [Bool]

    /// The number of references up from the border among which an owner of the storage is looked for.
    private static let reach = 8

    init(_ paths: RetentionPaths, _ growing: GrowingNodes) {
        (self.paths, self.growing) = (paths, growing)
        types = paths.firstTypes
        isStorage = growing.isEmpty ? [] : paths.graph.snapshot.typesOfStorage
    }

    /// The entries of paths, each with the number of nodes whose paths take it.
    func entries(of paths: [(path: HeapPath, count: Int)]) -> [BorderEntry: Int] {
        guard !growing.isEmpty else { return [:] }
        return paths.reduce(into: [:]) { $0[entry(of: $1.path), default: 0] += $1.count }
    }

    private func entry(of path: HeapPath) -> BorderEntry {
        let snapshot = paths.graph.snapshot
        var path = path
        // A container that lives leads to what grows by its elements.
        if let last = path.nodes.last, !path.nodes.contains(where: growing.contains),
            let edge = snapshot.nodes[last].edges.first(where: { growing.contains(Int(snapshot.edges[$0].target)) })
        {
            path.edges.append(edge)
            path.nodes.append(Int(snapshot.edges[edge].target))
        }
        if path.origin == .cycle {
            return paths.components.component(of: path.nodes[0]).map(BorderEntry.cycle) ?? .nothing
        }
        if let place = path.nodes.firstIndex(where: growing.contains), place > 0 {
            var first = place - 1
            while first > 0, place - first < Self.reach, isStorage[Int(snapshot.nodes[path.nodes[first]].type)] {
                first -= 1
            }
            return .reference(
                (first..<place).map {
                    ReferenceLabel(path.edges[$0], from: path.nodes[$0], snapshot, types: types).ofContainer
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
    /// For each type whether the program declares it, as far as the name of its module shows.
    var typesOfProgram: [Bool] { types.map { $0.type.map(isDeclaredByProgram) ?? false } }

    /// Whether the program declares a type, as far as the name of its module shows.
    func isDeclaredByProgram(_ type: HeapType) -> Bool {
        type.module.map { isProgramModule($0) && !isKnownLibrary($0) } ?? false
    }

    /// For each type whether it only keeps the elements or the value of another.
    fileprivate var typesOfStorage: [Bool] {
        types.map { type in
            guard let heapType = type.type else { return false }
            let isHashTable = ["Swift._DictionaryStorage<", "Swift._SetStorage<"].contains(
                where: heapType.name.hasPrefix)
            return heapType.kind == .box || type.elementStride > 0 || isHashTable || isManagedBuffer(type)
        }
    }
}
