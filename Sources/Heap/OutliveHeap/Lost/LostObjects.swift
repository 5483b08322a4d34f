package import OutliveModel
internal import OutliveSupport

/// The blocks of a snapshot that no root and no running task leads to: nothing refers to them, or only each other.
package struct LostObjects: Sendable {
    /// The snapshot, in which the birth of a lost block is that of its finding, and of all others 0.
    package let snapshot: HeapSnapshot
    /// A finding for each type and allocation site, each with a birth of its own.
    package let findings: [Finding]

    /// Finds the lost blocks. Looking up names blocks the calling thread.
    ///
    /// An object counts if the program declares its type, or a function of the program is on its stack. Raw memory does
    /// not: libraries keep pointers to it in forms that no scan finds, so that growth alone shows a leak.
    ///
    /// - Parameter counts: Returns `false` for a node to leave out.
    package init(in analysed: AnalysedSnapshot, where counts: (Int) -> Bool = { _ in true }) {
        let snapshot = analysed.snapshot
        let lost = analysed.lostNodes
        let kept = analysed.nodesKeptByTestFrameworks(among: lost)
        let candidates = lost.filter { !kept.contains($0) && counts($0) }
        let stacks = AllocationStacks.named(of: candidates, in: snapshot, by: analysed.names)
        let ofProgram = Set(stacks.lazy.filter { $0.value.isOfProgram }.map(\.key))
        let types = snapshot.types.map { ($0.type ?? .rawMemory, $0.type?.isDeclaredByProgram ?? false) }
        let sites = stacks.mapValues { RegistrationSite(allocatedIn: $0).withoutColumn }
        var groups: [LostGroup: [Int]] = [:]
        for node in candidates {
            let (type, isDeclared) = types[Int(snapshot.nodes[node].type)]
            let stack = snapshot.nodes[node].stack
            guard type.kind != .raw, isDeclared || ofProgram.contains(stack) else { continue }
            groups[LostGroup(type: type, site: sites[stack] ?? .unknown), default: []].append(node)
        }
        // In a fixed order, so that equal heaps have equal reports.
        let ordered = groups.sorted { $0.key < $1.key }
        var births: [Int: UInt32] = [:]
        findings = ordered.enumerated().map { index, group in
            for node in group.value { births[node] = UInt32(index + 1) }
            return group.key.finding(group.value, birth: index + 1, in: snapshot, stacks)
        }
        // What a test framework keeps holds nothing: a cycle is the better explanation.
        self.snapshot = snapshot.reborn(endingCycle: UInt32(ordered.count + 1), without: kept) { births[$0] ?? 0 }
    }
}

/// The lost blocks that are reported together.
private struct LostGroup: Hashable, Comparable {
    var type: HeapType
    var site: RegistrationSite

    static func < (one: LostGroup, other: LostGroup) -> Bool {
        (one.type, one.site.fileID, one.site.line) < (other.type, other.site.fileID, other.site.line)
    }

    func finding(_ nodes: [Int], birth: Int, in snapshot: HeapSnapshot, _ stacks: [UInt32: Backtrace]) -> Finding {
        let counts = Dictionary(grouping: nodes) { snapshot.nodes[$0].stack }.mapValues(\.count)
        // The numbers of stacks differ from run to run.
        let most = counts.values.max()
        let backtrace = counts.lazy.filter { $0.value == most }.compactMap { stacks[$0.key] }.min {
            $0.functions.lexicographicallyPrecedes($1.functions)
        }
        return Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(name: type.description, type: type.description, site: site),
            births: [Birth(generation: birth, count: nodes.count)], live: [], warmup: 0,
            unit: type.kind == .raw ? .blocks : .objects,
            bytes: nodes.reduce(0) { boundedSum($0, Int(clamping: snapshot.nodes[$1].bytes)) },
            backtrace: backtrace ?? Backtrace())
    }
}

extension Backtrace {
    fileprivate var functions: [String] { frames.flatMap(\.symbols).map(\.function) }
}

extension AnalysedSnapshot {
    /// The nodes that no root and no running task leads to, in ascending order.
    ///
    /// - Complexity: O(nodes + edges).
    package var lostNodes: [Int] {
        let chains = chains
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
