package import OutliveModel
internal import OutliveSupport

/// The objects of a snapshot that no root and no running task leads to: nothing refers to them, or only each other.
package struct LostObjects: Sendable {
    /// The snapshot, in which the birth of a lost object is that of its finding, and of all other blocks 0.
    package let snapshot: HeapSnapshot
    /// A finding for each type, allocation site and test, each with a birth of its own.
    package let findings: [Finding]

    /// Finds the lost objects of the program. Looking up names blocks the calling thread.
    ///
    /// An object counts if the program declares its type, or a function of the program is on its stack.
    ///
    /// - Parameters:
    ///   - counts: Returns `false` for a node to leave out.
    ///   - tests: Returns the tests that surely allocated a node; `nil` if they are unknown.
    package init(
        in analysed: AnalysedSnapshot, where counts: (Int) -> Bool = { _ in true },
        tests: (Int) -> [LeakingTest]? = { _ in nil }
    ) {
        let snapshot = analysed.snapshot
        let lost = analysed.lost
        let candidates = lost.objects.filter(counts)
        let stacks = AllocationStacks.named(of: candidates, in: snapshot, by: analysed.names)
        let ofProgram = Set(stacks.lazy.filter { $0.value.isOfProgram }.map(\.key))
        let isDeclared = snapshot.types.map { $0.type?.isDeclaredByProgram ?? false }
        let counted = candidates.filter { node in
            isDeclared[Int(snapshot.nodes[node].type)] || ofProgram.contains(snapshot.nodes[node].stack)
        }
        // What a test framework keeps holds nothing: a cycle is the better explanation.
        self.init(counted, in: snapshot, stacks, without: lost.ofFrameworks, tests: tests)
    }

    /// Groups the blocks that another program found lost: the roots, and the objects of the program nearest to a root of
    /// a library.
    package init(_ leaked: LeakedHeap, test: [LeakingTest]?) {
        let (snapshot, nodes) = (leaked.snapshot, leaked.roots + leaked.nearest)
        self.init(
            nodes, in: snapshot, AllocationStacks.named(of: nodes, in: snapshot, by: leaked.names), without: [],
            tests: { _ in test })
    }

    private init(
        _ nodes: [Int], in snapshot: HeapSnapshot, _ stacks: [UInt32: Backtrace], without ended: Set<Int>,
        tests: (Int) -> [LeakingTest]?
    ) {
        let types = snapshot.types.map { $0.type ?? .rawMemory }
        let sites = stacks.mapValues { RegistrationSite(allocatedIn: $0).withoutColumn }
        var groups: [LostGroup: [Int]] = [:]
        for node in nodes {
            let group = LostGroup(
                type: types[Int(snapshot.nodes[node].type)], site: sites[snapshot.nodes[node].stack] ?? .unknown,
                tests: tests(node))
            groups[group, default: []].append(node)
        }
        // In a fixed order, so that equal heaps have equal reports.
        let ordered = groups.sorted { $0.key < $1.key }
        var births: [Int: UInt32] = [:]
        findings = ordered.enumerated().map { index, group in
            for node in group.value { births[node] = UInt32(index + 1) }
            return group.key.finding(group.value, birth: index + 1, in: snapshot, stacks)
        }
        self.snapshot = snapshot.reborn(endingCycle: UInt32(ordered.count + 1), without: ended) {
            births[$0] ?? 0
        }
    }
}

/// The lost objects that are reported together.
private struct LostGroup: Hashable, Comparable {
    var type: HeapType
    var site: RegistrationSite
    var tests: [LeakingTest]?

    static func < (one: LostGroup, other: LostGroup) -> Bool {
        let (mine, its) = ((one.type, one.site.fileID, one.site.line), (other.type, other.site.fileID, other.site.line))
        return mine == its ? (one.tests ?? []).lexicographicallyPrecedes(other.tests ?? []) : mine < its
    }

    func finding(_ nodes: [Int], birth: Int, in snapshot: HeapSnapshot, _ stacks: [UInt32: Backtrace]) -> Finding {
        let counts = Dictionary(grouping: nodes) { snapshot.nodes[$0].stack }.mapValues(\.count)
        // The numbers of stacks differ from run to run.
        let most = counts.values.max()
        let backtrace = counts.lazy.filter { $0.value == most }.compactMap { stacks[$0.key] }.min {
            $0.functions.lexicographicallyPrecedes($1.functions)
        }
        var finding = Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(name: type.description, type: type.description, site: site),
            births: [Birth(generation: birth, count: nodes.count)], live: [], warmup: 0,
            unit: type.kind == .raw ? .blocks : .objects,
            bytes: nodes.reduce(0) { boundedSum($0, Int(clamping: snapshot.nodes[$1].bytes)) },
            backtrace: backtrace ?? Backtrace())
        finding.tests = tests
        return finding
    }
}

extension Backtrace {
    fileprivate var functions: [String] { frames.flatMap(\.symbols).map(\.function) }
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
