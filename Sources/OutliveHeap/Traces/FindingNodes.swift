internal import OutliveModel

/// Finds the objects of findings in a snapshot.
struct FindingNodes {
    private let snapshot: HeapSnapshot
    /// The live objects of the types that are asked for, by what findings call the type.
    private let byType: [String: [Int]]
    /// Where those were allocated, by index of the stack, as settled findings tell it.
    private let sites: [UInt32: RegistrationSite]

    /// Finds the objects of the types of some findings.
    ///
    /// - Complexity: O(nodes), and the look-up of the names in their stacks.
    init(_ snapshot: HeapSnapshot, names: any AddressNames, _ findings: [Finding]) {
        self.snapshot = snapshot
        let wanted = Set(findings.lazy.map(\.key.type))
        let types = snapshot.types.map { type -> String? in
            let name = (type.type ?? .rawMemory).description
            return wanted.contains(name) ? name : nil
        }
        byType = snapshot.nodes.indices.reduce(into: [:]) { found, node in
            guard !snapshot.nodes[node].isDeinitialised, let type = types[Int(snapshot.nodes[node].type)] else {
                return
            }
            found[type, default: []].append(node)
        }
        let inHeap = Set(findings.lazy.filter { $0.tier == .heap }.map(\.key.type))
        let stacks = Set(
            byType.lazy.filter { inHeap.contains($0.key) }.flatMap(\.value).map { snapshot.nodes[$0].stack })
        sites = Self.sites(of: stacks.subtracting([HeapSnapshot.none]).sorted(), in: snapshot, names)
    }

    private static func sites(
        of stacks: [UInt32], in snapshot: HeapSnapshot, _ names: any AddressNames
    ) -> [UInt32: RegistrationSite] {
        var allocations = AllocationSites(snapshot)
        let backtraces = allocations.backtraces(ofStacks: stacks, names: names)
        return Dictionary(
            uniqueKeysWithValues: zip(stacks, backtraces).map { stack, made in
                var site = RegistrationSite(allocatedIn: made)
                site.column = 0
                return (stack, site)
            })
    }

    /// The indices of a finding's objects, rising; none where they cannot be told from others.
    ///
    /// - Parameter addresses: where components are that the registry saw survive.
    func nodes(of finding: Finding, _ addresses: [ComponentKey: [ObjectAddress]]) -> [Int] {
        finding.tier == .heap ? nodes(ofGrowth: finding) : nodes(ofComponents: finding, addresses)
    }

    private func nodes(ofGrowth finding: Finding) -> [Int] {
        let all = byType[finding.key.type] ?? []
        var site = finding.key.site
        site.column = 0
        func isThere(_ node: Int) -> Bool { (sites[snapshot.nodes[node].stack] ?? .unknown) == site }
        if finding.unit == .bytes {
            // The largest is the one that grew; what it is born in changes as it does.
            return all.filter(isThere).max { snapshot.nodes[$0].bytes < snapshot.nodes[$1].bytes }.map { [$0] } ?? []
        }
        let births = Set(finding.births.lazy.map(\.generation))
        let alike = all.filter { births.contains(Int(snapshot.nodes[$0].birth)) }
        let there = alike.filter(isThere)
        if finding.unit == .blocks { return there }
        // Where the sites vary, the type was judged as a whole, and has the site of the most.
        return there.count * 2 < finding.count ? alike : there
    }

    private func nodes(ofComponents finding: Finding, _ addresses: [ComponentKey: [ObjectAddress]]) -> [Int] {
        // What was judged under many names has the type's.
        let own =
            addresses[finding.key].map { [$0] }
            ?? addresses.filter { $0.key.type == finding.key.type && $0.key.site == finding.key.site }.map(\.value)
        let told = Set(
            own.joined().compactMap { snapshot.node(at: $0.value) }.filter { !snapshot.nodes[$0].isDeinitialised })
        guard !told.isEmpty else { return survivors(ofType: finding.key.type) }
        // Only the youngest tell where they are: the older ones were made as they were.
        let makings = Set(told.map { Making(snapshot.nodes[$0]) })
        let youngest = told.lazy.map { snapshot.nodes[$0].birth }.max() ?? 0
        let alike = (byType[finding.key.type] ?? []).filter { index in
            let node = snapshot.nodes[index]
            return node.birth <= youngest && node.stack != HeapSnapshot.none && makings.contains(Making(node))
        }
        let all = told.union(alike)
        return (all.count <= finding.count ? all : told).sorted()
    }

    /// Those that were there before the last cycle ended, in which the reset made those that are in use.
    private func survivors(ofType type: String) -> [Int] {
        (byType[type] ?? []).filter { snapshot.nodes[$0].birth + 1 < snapshot.header.cycle }
    }

    /// How a block was made: what it is, and where it was allocated.
    struct Making: Hashable {
        var type: UInt32
        var stack: UInt32

        init(_ node: HeapSnapshot.Node) { (type, stack) = (node.type, node.stack) }
    }
}
