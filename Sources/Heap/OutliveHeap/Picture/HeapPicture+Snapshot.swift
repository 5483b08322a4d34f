package import OutliveModel
internal import OutliveSupport

extension HeapPicture {
    /// The number of types with details, and of allocation sites of each.
    private static let (maximumTypes, maximumSites) = (2_000, 8)
    /// The number of blocks with the largest retained size.
    private static let maximumLargest = 15
    /// The number of cycles for which types have sizes.
    private static let maximumCycles = 49

    /// Draws a snapshot with a graph. Looking up names blocks the calling thread.
    ///
    /// The suspects are the new objects of a comparison, or the pattern's objects; without either, the objects of the
    /// program that no root leads to.
    ///
    /// - Parameters:
    ///   - report: The report so far: facts, types without retained sizes, growth and notes.
    ///   - objects: The live objects that the report lists.
    ///   - difference: The changes since an earlier snapshot, or `nil` if nothing is compared.
    package init(
        _ report: SnapshotReport, of analysed: AnalysedSnapshot, objects: [LiveObjects],
        since difference: SnapshotDifference?
    ) {
        var report = report
        let (snapshot, names) = (analysed.snapshot, analysed.names)
        let (paths, sizes) = (analysed.paths, analysed.retainedSizes)
        report.addRetained(sizes, of: objects, in: snapshot, top: Self.maximumLargest)
        let stacks = NamedStacks(snapshot, names: names)
        let chains = analysed.chains
        let suspects = difference?.new ?? (report.pattern == nil ? snapshot.lostObjects(chains) : objects)
        report.traces = suspects.traces(in: analysed)
        report.addNames(from: stacks)
        let nodes = Dictionary(objects.lazy.map { ($0.type, $0.nodes) }) { first, _ in first }
        let shown = report.types.prefix(Self.maximumTypes).map { nodes[$0.type] ?? [] }
        let trees = paths.holderTrees(of: shown, chains: chains, names: names)
        let references = paths.referenceTrees(of: shown, names: names)
        let cycles = Self.cycles(upTo: Int(snapshot.header.cycle))
        var sites = AllocationSites(stacks.backtraces)
        let types = zip(shown, zip(trees, references)).map { nodes, held in
            var type = PicturedType(nodes, in: snapshot, &sites, held.0, limit: Self.maximumSites)
            type.references = held.1
            type.sizes = HeapAmount.sizes(of: nodes, in: snapshot, at: cycles)
            return type
        }
        let blocks = BlockNames(snapshot, sites: stacks.backtraces)
        let groups = RetainedGroups(
            sizes, of: snapshot, names: blocks.names.items, name: { blocks.number(of: snapshot.nodes[$0]) },
            isNew: { difference?.isNew($0) ?? false })
        self.init(report: report, types: types, retained: groups.tree())
        self.cycles = cycles
        calls = stacks.calls(snapshot, since: difference, names: names)
    }

    /// Returns all cycles, or some at equal distances, with the first and the last; none if no cycle has ended.
    static func cycles(upTo last: Int) -> [Int] {
        guard last > 0 else { return [] }
        let steps = min(last, maximumCycles - 1)
        return (0...steps).map { $0 * last / steps }
    }
}

extension HeapAmount {
    /// Returns the objects that existed at the end of each of some ascending cycles.
    fileprivate static func sizes(of nodes: [Int], in snapshot: HeapSnapshot, at cycles: [Int]) -> [HeapAmount] {
        guard !cycles.isEmpty else { return [] }
        var sizes = cycles.map { _ in HeapAmount() }
        for index in nodes {
            let node = snapshot.nodes[index]
            let cycle = cycles.partitioningIndex { $0 >= Int(node.birth) }
            guard cycle < sizes.count else { continue }
            sizes[cycle].objects += 1
            sizes[cycle].bytes = boundedSum(sizes[cycle].bytes, Int(clamping: node.bytes))
        }
        for index in sizes.indices.dropFirst() { sizes[index] += sizes[index - 1] }
        return sizes
    }
}

extension PicturedType {
    init(
        _ nodes: [Int], in snapshot: HeapSnapshot, _ sites: inout AllocationSites,
        _ tree: (holders: [HolderGroup], besides: Int), limit: Int
    ) {
        var counts: [UInt32: HeapAmount] = [:]
        for index in nodes {
            let node = snapshot.nodes[index]
            counts[node.stack, default: HeapAmount()] += HeapAmount(objects: 1, bytes: Int(clamping: node.bytes))
        }
        counts[HeapSnapshot.none] = nil
        let all = sites.sites(of: counts)
        self.init(sites: Array(all.prefix(limit)), holders: tree.holders)
        otherSites = max(all.count - limit, 0)
        objectsElsewhere = nodes.count - self.sites.reduce(0) { $0 + $1.total.objects }
        objectsBesides = tree.besides
    }
}

extension HeapSnapshot {
    /// Returns the objects of the program that only a cycle holds, or nothing at all.
    func lostObjects(_ chains: HolderChains) -> [LiveObjects] {
        let isOfProgram = types.map { $0.type?.isDeclaredByProgram ?? false }
        return liveObjects { isOfProgram[Int(nodes[$0].type)] && chains.shape(ofNode: $0) != .path }
    }
}

extension SnapshotReport {
    fileprivate mutating func addNames(from stacks: NamedStacks) {
        for index in types.indices { types[index].site = stacks.named(types[index].site) }
        for index in (largest ?? []).indices { largest![index].site = stacks.named(largest![index].site) }
        for index in (memory ?? []).indices { memory![index].site = stacks.named(memory![index].site) }
        for index in (savings?.sites ?? []).indices {
            savings!.sites[index].stack = stacks.named(savings!.sites[index].stack)
        }
        for index in (growth?.types ?? []).indices {
            growth!.types[index].site = stacks.named(growth!.types[index].site)
        }
    }
}
