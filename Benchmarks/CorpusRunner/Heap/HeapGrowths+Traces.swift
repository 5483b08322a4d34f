internal import OutliveHeap
internal import OutliveModel

extension HeapSnapshot {
    /// The leaks among the findings with what keeps them alive.
    ///
    /// - Parameters:
    ///   - findings: of the snapshot's process, symbolicated and settled.
    ///   - names: of its code and variables.
    func traced(_ findings: [Finding], names: any AddressNames) -> [Finding] {
        let leaks = findings.indices.filter { findings[$0].verdict == .leak }
        guard header.hasGraph, !leaks.isEmpty else { return findings }
        let nodes = Dictionary(uniqueKeysWithValues: leaks.map { ($0, self.nodes(of: findings[$0])) })
        let dying = Set(
            leaks.lazy.filter { HeapType(described: findings[$0].key.type).holdsProgram }.flatMap { nodes[$0]! })
        let traces = HeapTraces(self, names: names)
        var traced = findings
        for index in leaks {
            traced[index].traces = traces.traces(of: nodes[index]!, dying: dying)
            traced[index].fingerprint = traced[index].trace?.fingerprint
        }
        return traced
    }

    /// The live objects of a finding's type that were born when it says.
    private func nodes(of finding: Finding) -> [Int] {
        let births = Set(finding.births.map(\.generation))
        let wanted = types.map { $0.type?.description == finding.key.type }
        return nodes.indices.filter {
            wanted[Int(nodes[$0].type)] && !nodes[$0].isDeinitialised && births.contains(Int(nodes[$0].birth))
        }
    }
}
