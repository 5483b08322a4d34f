internal import OutliveHeap
package import OutliveModel

/// A block of a process, which no other block is while the process runs.
package struct BlockIdentity: Hashable, Sendable {
    private let address: UInt64
    /// The time of the allocation, as the address may be used again.
    private let birth: UInt32

    init(_ node: HeapSnapshot.Node) { (address, birth) = (node.address, node.birth) }
}

// What one test left, while others may still run in the process.
extension TestProcess {
    /// Returns the objects that nothing can reach, and that a test surely allocated.
    ///
    /// Registers of threads that run are not known, and a cycle that only a stack leads to counts as lost. So what a
    /// second snapshot does not show was in use.
    package func lost(by test: RanTest) -> Set<BlockIdentity> {
        Set(nodes(lostBy: test).lazy.map { BlockIdentity(analysed.snapshot.nodes[$0]) })
    }

    /// Returns what tests left, judged: lost objects, and tracked components that are still alive.
    ///
    /// An object that is both is a component.
    ///
    /// - Parameter confirmed: For each test the lost objects to judge, from `lost(by:)` of an earlier snapshot.
    /// - Returns: The findings about each test, and the components and lost objects that they are about.
    package func losses(
        of tests: [EndedTest], confirmed: [Set<BlockIdentity>]
    ) -> (findings: [[Finding]], blocks: Set<BlockIdentity>) {
        let nodes = analysed.snapshot.nodes
        let addresses = Set(tests.flatMap { $0.addresses.values.joined() }.lazy.map(\.rawValue))
        var owners: [Int: Int] = [:]
        for (index, (ended, confirmed)) in zip(tests, confirmed).enumerated() {
            guard let test = ended.test, !confirmed.isEmpty else { continue }
            for node in self.nodes(lostBy: test)
            where confirmed.contains(BlockIdentity(nodes[node])) && !addresses.contains(nodes[node].address) {
                // Cases of one test share functions, and what one of them left is reported once.
                owners[node] = owners[node] ?? index
            }
        }
        let blocks = nodes.indices.filter { owners[$0] != nil || addresses.contains(nodes[$0].address) }
        return (findings(of: tests, owners), Set(blocks.lazy.map { BlockIdentity(nodes[$0]) }))
    }

    /// Judges tests without components together, because names take long; components of several have the same keys.
    private func findings(of tests: [EndedTest], _ owners: [Int: Int]) -> [[Finding]] {
        var found = Array(repeating: [Finding](), count: tests.count)
        let left = Set(owners.values)
        let alone = tests.indices.filter { !tests[$0].components.isEmpty }
        let together = tests.indices.filter { tests[$0].components.isEmpty && left.contains($0) }
        for group in alone.map({ [$0] }) + [together] where !group.isEmpty {
            let members = Set(group)
            let labels = group.map { index in tests[index].test.map { LeakingTest($0, isCertain: true) } }
            let label = Dictionary(uniqueKeysWithValues: zip(group, labels))
            let judged = JudgedLosses(
                in: analysed, names: names, where: { owners[$0].map(members.contains) ?? false },
                tests: { node in owners[node].flatMap { label[$0] ?? nil }.map { [$0] } },
                with: tests[group[0]].components, addresses: tests[group[0]].addresses)
            let findings = judged.findings.map(\.expectedOfPlatform)
            for cause in causeGroups(of: findings).map({ $0.map { findings[$0] } }) {
                let parts = Dictionary(grouping: cause) { finding in
                    group.first { label[$0] == finding.tests?.first } ?? group[0]
                }
                for (owner, part) in parts { found[owner] += part.asCause(like: cause[0]) }
            }
        }
        return found
    }

    private func nodes(lostBy test: RanTest) -> [Int] {
        guard let index = tests.firstIndex(where: test.isSame) else { return [] }
        let nodes = analysed.snapshot.nodes
        // Names take longest, and few objects were born in the time of the test.
        let born = analysed.lost.objects.compactMap { node in
            clock.time(ofBirth: nodes[node].birth).map { (node, time: $0) }
        }.filter { test.isRunning(at: $0.time) }
        guard !born.isEmpty else { return [] }
        let stacks = stacks(of: born.map(\.0))
        var attribution = TestAttribution(tests, alone: alone)
        return born.filter { node, time in
            guard stacks.isOfProgram(node), let backtrace = stacks.named[nodes[node].stack] else { return false }
            return attribution.onlyTest(of: backtrace, bornAt: time) == index
        }.map(\.0)
    }
}

extension [Finding] {
    /// The findings of one test as a cause of their own, with the fingerprint of the whole cause.
    fileprivate func asCause(like leader: Finding) -> [Finding] {
        guard let whole = leader.fingerprint else { return self }
        let own = firstIndex { $0.key.type == leader.key.type } ?? startIndex
        return enumerated().map { index, finding in
            var finding = finding
            finding.victimOf = index == own ? nil : whole
            if index == own { finding.fingerprint = whole }
            return finding
        }
    }
}
