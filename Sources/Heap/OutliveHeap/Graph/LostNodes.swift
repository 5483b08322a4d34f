internal import OutliveModel

/// The nodes of a snapshot that no root and no running task leads to.
package struct LostNodes: Sendable {
    /// Objects that are surely lost, in ascending order: nothing refers to them, or only each other.
    package let objects: [Int]
    /// What lost objects of a test framework keep, as XCTest keeps each instance of a test case with its properties.
    package let ofFrameworks: Set<Int>
    /// Raw memory, and what it keeps. Libraries keep pointers to it in forms that no scan finds, so that growth alone shows
    /// a leak.
    package let ofMemory: Set<Int>

    /// Finds the nodes. A cycle of objects is lost whatever refers to it.
    ///
    /// - Complexity: O(nodes + edges).
    init(_ paths: RetentionPaths, _ chains: HolderChains) {
        let (graph, components) = (paths.graph, paths.components)
        let snapshot = graph.snapshot
        let unused = snapshot.unusedContinuations
        let lost = snapshot.nodes.indices.filter { node in
            !snapshot.nodes[node].isDeinitialised && !unused.contains(UInt32(node))
                && chains.shape(ofNode: node) != .path
        }
        let isLost = Set(lost)
        let isOfFramework = snapshot.types.map { type in
            type.type?.module.map { ["XCTest", "Testing"].contains($0) } ?? false
        }
        let frameworks = lost.filter { isOfFramework[Int(snapshot.nodes[$0].type)] }
        let memory = lost.filter { snapshot.types[Int(snapshot.nodes[$0].type)].type == nil }
        // A test framework's object keeps much for its test, and a word in it may be stale.
        let barriers = Set(frameworks)
        func reached(from starts: [Int], past barriers: Set<Int> = []) -> Set<Int> {
            Set(
                graph.breadthFirst(from: starts) { edge in
                    let target = Int(snapshot.edges[edge].target)
                    return graph.isStrong(edge: edge) && isLost.contains(target) && !barriers.contains(target)
                }.nodes)
        }
        let uncertain = Set((frameworks + memory).lazy.compactMap(components.component))
        let certain = reached(
            from: lost.filter { components.component(of: $0).map { !uncertain.contains($0) } ?? false }, past: barriers)
        ofFrameworks = reached(from: frameworks).subtracting(certain)
        ofMemory = reached(from: memory).subtracting(certain).subtracting(ofFrameworks)
        let others = ofFrameworks.union(ofMemory).union(memory)
        objects = lost.filter { !others.contains($0) }
    }
}
