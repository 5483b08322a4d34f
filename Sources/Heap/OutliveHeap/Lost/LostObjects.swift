package import OutliveModel
internal import OutliveSupport

/// The blocks of a snapshot that no root and no running task leads to: nothing refers to them, or only each other.
package struct LostObjects: Sendable {
    /// The snapshot, in which lost blocks that count have the birth 1, and all others 0.
    package let snapshot: HeapSnapshot
    /// A finding for each type and allocation site, without names, and with the birth 1.
    package let findings: [Finding]

    /// Finds the lost blocks. Looking up names blocks the calling thread.
    ///
    /// A block counts if the program declares its type, or a function of the program is on its stack.
    ///
    /// - Parameter counts: Returns `false` for a node to leave out.
    package init(in analysed: AnalysedSnapshot, where counts: (Int) -> Bool = { _ in true }) {
        let lost = analysed.lostNodes
        let kept = analysed.nodesKeptByTestFrameworks(among: lost)
        let candidates = lost.filter { !kept.contains($0) && counts($0) }
        let isOfProgram = analysed.isOfProgram(candidates)
        let counted = Set(candidates.lazy.filter(isOfProgram))
        // What a test framework keeps holds nothing: a cycle is the better explanation.
        snapshot = analysed.snapshot.reborn(endingCycle: 2, without: kept) { counted.contains($0) ? 1 : 0 }
        findings = Self.findings(of: counted, in: snapshot)
    }

    private static func findings(of lost: Set<Int>, in snapshot: HeapSnapshot) -> [Finding] {
        guard !lost.isEmpty else { return [] }
        let census = HeapCensus(snapshot)
        let sites = census.sites
        var groups: [TypeAndSite: HeapSeries.Group] = [:]
        var stacks: [TypeAndSite: [Int: Int]] = [:]
        for row in census.rows where row.birth == 1 {
            let key = TypeAndSite(row, sites)
            groups[key, default: .init()].add(row, cycle: 2, warmup: 1)
            if let stack = row.stack { stacks[key, default: [:]][stack, default: 0] += row.count }
        }
        return groups.map { key, group in
            let type = HeapType(described: key.type)
            let stack = stacks[key]?.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
            var finding = Finding(
                tier: .heap, verdict: .leak,
                key: ComponentKey(name: key.type, type: key.type, site: key.site),
                births: [Birth(generation: 1, count: group.total)], live: [], warmup: 0,
                unit: type.kind == .raw ? .blocks : .objects, bytes: group.bytes)
            if let stack { finding.backtrace = census.stacks[stack] }
            return finding
        }
    }
}

extension AnalysedSnapshot {
    /// The nodes that no root and no running task leads to, in ascending order.
    ///
    /// - Complexity: O(nodes + edges).
    package var lostNodes: [Int] {
        let chains = HolderChains(paths)
        let unused = snapshot.unusedContinuations
        return snapshot.nodes.indices.filter { node in
            !snapshot.nodes[node].isDeinitialised && !unused.contains(UInt32(node))
                && chains.shape(ofNode: node) != .path
        }
    }

    /// Returns the lost nodes that lost objects of a test framework keep, as XCTest keeps each instance of a test case
    /// with its properties; not those of cycles without such an object, and what they keep.
    fileprivate func nodesKeptByTestFrameworks(among lost: [Int]) -> Set<Int> {
        let isOfFramework = snapshot.types.map { type in
            type.type?.module.map { ["XCTest", "Testing"].contains($0) } ?? false
        }
        let frameworks = lost.filter { isOfFramework[Int(snapshot.nodes[$0].type)] }
        guard !frameworks.isEmpty else { return [] }
        let isLost = Set(lost)
        func reached(from starts: [Int]) -> Set<Int> {
            Set(
                graph.breadthFirst(from: starts) { edge in
                    graph.isStrong(edge: edge) && isLost.contains(Int(snapshot.edges[edge].target))
                }.nodes)
        }
        let components = paths.components
        let ofFrameworks = Set(frameworks.compactMap(components.component))
        let cycles = lost.filter { components.component(of: $0).map { !ofFrameworks.contains($0) } ?? false }
        return reached(from: frameworks).subtracting(reached(from: cycles))
    }

    /// Returns a test whether the program declares the type of a node, or a function of the program is on its stack.
    fileprivate func isOfProgram(_ nodes: [Int]) -> (Int) -> Bool {
        let declared = snapshot.types.map { $0.type?.isDeclaredByProgram ?? false }
        let named = AllocationStacks.named(of: nodes, in: snapshot, by: names)
        let calling = Set(named.lazy.filter { $0.value.isOfProgram }.map(\.key))
        return { [snapshot] node in
            declared[Int(snapshot.nodes[node].type)] || calling.contains(snapshot.nodes[node].stack)
        }
    }
}

extension HeapSnapshot {
    /// Returns the snapshot with other births of its nodes and rows.
    ///
    /// - Parameters:
    ///   - cycle: The number of cycles that have ended.
    ///   - ended: The nodes to regard as deinitialised, so that they hold nothing.
    ///   - birth: Returns the cycle of a node's birth.
    package func reborn(
        endingCycle cycle: UInt32, without ended: Set<Int> = [], birth: (Int) -> UInt32
    ) -> HeapSnapshot {
        var snapshot = self
        snapshot.header.cycle = cycle
        for index in ended { snapshot.nodes[index].deinitialise() }
        for index in nodes.indices { snapshot.nodes[index].birth = birth(index) }
        snapshot.divideRowsByBirth()
        return snapshot
    }
}
