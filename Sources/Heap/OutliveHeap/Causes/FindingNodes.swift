package import OutliveModel

/// Returns the nodes of the objects of each finding in a snapshot, in ascending order; none if they are unknown.
///
/// Looking up names blocks the calling thread.
package func objects(of findings: [Finding], in snapshot: HeapSnapshot, names: any AddressNames) -> [[Int]] {
    let lookup = FindingNodes(snapshot, names: names, findings)
    return findings.map { lookup.nodes(of: $0, [:]) }
}

/// The objects of findings in a snapshot.
struct FindingNodes {
    private let snapshot: HeapSnapshot
    /// The live objects of the requested types, by the type as spelled in findings.
    private let byType: [String: [Int]]
    /// The allocation site of each stack, as in classified findings.
    private let sites: [UInt32: RegistrationSite]
    /// The same without symbols, by which growth is judged: calls in several lines can share an inlined function.
    private let places: [UInt32: RegistrationSite]

    /// Finds the objects of the types of some findings.
    init(_ snapshot: HeapSnapshot, names: any AddressNames, _ findings: [Finding]) {
        self.snapshot = snapshot
        let wanted = Set(findings.lazy.map(\.key.type))
        let types = snapshot.types.map { type -> String? in
            let name = (type.type ?? .rawMemory).description
            return wanted.contains(name) ? name : nil
        }
        // Without stacks, free memory of Dispatch is not counted, see `BirthsByAddress`.
        let unused = snapshot.header.hasStacks ? [] : snapshot.unusedContinuations
        byType = snapshot.nodes.indices.reduce(into: [:]) { found, node in
            guard !snapshot.nodes[node].isDeinitialised, !unused.contains(UInt32(node)),
                let type = types[Int(snapshot.nodes[node].type)]
            else { return }
            found[type, default: []].append(node)
        }
        let inHeap = Set(findings.lazy.filter { $0.tier == .heap }.map(\.key.type))
        let stacks = Set(
            byType.lazy.filter { inHeap.contains($0.key) }.flatMap(\.value).map { snapshot.nodes[$0].stack }
        ).subtracting([HeapSnapshot.none]).sorted()
        var allocations = AllocationStacks(snapshot)
        let unnamed = stacks.map { RegistrationSite(judgedIn: allocations.backtrace(ofStack: $0)) }
        places = Dictionary(uniqueKeysWithValues: zip(stacks, unnamed))
        let backtraces = allocations.backtraces(ofStacks: stacks, names: names)
        sites = Dictionary(
            uniqueKeysWithValues: zip(
                stacks, backtraces.map { RegistrationSite(allocatedIn: $0).withoutColumn }))
    }

    /// Returns the nodes of a finding's objects in ascending order, or none if they cannot be identified.
    ///
    /// - Parameter addresses: The addresses of the surviving components of the registry.
    func nodes(of finding: Finding, _ addresses: [ComponentKey: [ObjectAddress]]) -> [Int] {
        finding.tier == .heap ? nodes(ofGrowth: finding) : nodes(ofComponents: finding, addresses)
    }

    private func nodes(ofGrowth finding: Finding) -> [Int] {
        let all = byType[finding.key.type] ?? []
        let site = finding.key.site.withoutColumn
        func isAtSite(_ node: Int) -> Bool { (sites[snapshot.nodes[node].stack] ?? .unknown) == site }
        if finding.unit == .bytes {
            // The largest block is the one that grew. Its cycle of birth can change with each reallocation.
            return all.filter(isAtSite).max { snapshot.nodes[$0].bytes < snapshot.nodes[$1].bytes }.map { [$0] } ?? []
        }
        let births = Set(finding.births.lazy.map(\.generation))
        let alike = all.filter { births.contains(Int(snapshot.nodes[$0].birth)) }
        let shared = Set(alike.lazy.filter(isAtSite).compactMap { places[snapshot.nodes[$0].stack] })
        let atSite = alike.filter { isAtSite($0) || places[snapshot.nodes[$0].stack].map(shared.contains) ?? false }
        // If the sites vary, the type was judged as a whole and has the most frequent site.
        return finding.unit == .objects && atSite.count * 2 < finding.count ? alike : atSite
    }

    private func nodes(ofComponents finding: Finding, _ addresses: [ComponentKey: [ObjectAddress]]) -> [Int] {
        let all = byType[finding.key.type] ?? []
        // Components with many names were judged together under the type's name.
        let own =
            addresses[finding.key].map { [$0] }
            ?? addresses.filter { $0.key.type == finding.key.type && $0.key.site == finding.key.site }.map(\.value)
        let reported = Set(
            own.joined().compactMap { snapshot.node(at: $0.rawValue) }.filter { !snapshot.nodes[$0].isDeinitialised })
        guard !reported.isEmpty else {
            // The objects born before the last ended cycle, whose reset created the current ones.
            return all.filter { snapshot.nodes[$0].birth + 1 < snapshot.header.cycle }
        }
        // Only the youngest components have known addresses. Older ones have the same type and stack.
        let kinds = Set(reported.map { HeapSnapshot.CensusRow(of: snapshot.nodes[$0]) })
        let youngest = reported.lazy.map { snapshot.nodes[$0].birth }.max() ?? 0
        let alike = reported.union(
            all.filter { index in
                let node = snapshot.nodes[index]
                return node.birth <= youngest && node.stack != HeapSnapshot.none && kinds.contains(.init(of: node))
            })
        return (alike.count <= finding.count ? alike : reported).sorted()
    }
}

extension RegistrationSite {
    /// The site without the column: two columns of a line are the same site of an allocation.
    var withoutColumn: RegistrationSite { RegistrationSite(fileID: fileID, line: line, column: 0) }
}
