internal import OutliveModel
internal import OutliveSupport

/// The cycles of birth of the blocks of a process that does not record them, found by comparing its snapshots.
///
/// A block keeps its birth while each snapshot has one of the same type at the same address. Memory that is freed and
/// allocated again for the same type therefore looks old. The numbers of blocks are exact, and a leak needs a rising
/// number; see `HeapGrowth`.
package struct BirthsByAddress: Sendable {
    /// The blocks of the last snapshot, by ascending address.
    private var blocks: [(address: UInt64, type: Int, birth: UInt32)] = []
    /// The numbers of the types, which no two snapshots share.
    private var types = NumberTable<HeapType>()
    /// The number of cycles that have ended.
    private var cycle: UInt32 = 0

    package init() {}

    /// Replaces the births in the next snapshot of the process, which needs a graph.
    ///
    /// - Parameter endingCycle: `true` if later blocks belong to the next cycle.
    /// - Complexity: O(n) in the number of blocks.
    package mutating func assign(to snapshot: inout HeapSnapshot, endingCycle: Bool) {
        let numbers = snapshot.types.map { types.number(of: $0.type ?? .rawMemory) }
        var known = blocks[...]
        blocks = snapshot.nodes.map { node in
            while let first = known.first, first.address < node.address { known.removeFirst() }
            let type = numbers[Int(node.type)]
            if let first = known.first, first.address == node.address, first.type == type { return first }
            return (node.address, type, cycle)
        }
        snapshot.header.cycle = cycle
        for (index, block) in blocks.enumerated() { snapshot.nodes[index].birth = block.birth }
        snapshot.divideRowsByBirth()
        if endingCycle { cycle += 1 }
    }
}

extension HeapSnapshot {
    /// Replaces the rows by one for each type, stack, state and birth of the nodes.
    ///
    /// Memory that Dispatch keeps for reuse is free, and no row contains it.
    mutating func divideRowsByBirth() {
        var contents: [CensusRow: ContainerContents] = [:]
        for (row, all) in self.contents {
            var group = rows[Int(row)].group
            group.birth = 0
            contents[group] = .sum(contents[group], all)
        }
        let unused = unusedContinuations
        let counted = nodes.indices.lazy.filter { !unused.contains(UInt32($0)) }
        let groups = Dictionary(grouping: counted) { CensusRow(of: nodes[$0], birth: nodes[$0].birth) }
        (rows, rawRows, self.contents) = ([], [], [:])
        // In a fixed order, so that equal snapshots have equal reports.
        for (group, members) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
            var row = group
            row.count = members.count
            row.bytes = members.reduce(0) { boundedSum($0, Int(clamping: nodes[$1].bytes)) }
            guard types[Int(group.type)].type != nil else {
                row.type = Self.none
                rawRows.append(row)
                continue
            }
            var kind = group
            kind.birth = 0
            if let all = contents[kind] {
                // The sum of the contents is known, and not which block they are of.
                self.contents[UInt32(rows.count)] = all
                contents[kind] = ContainerContents(used: 0, capacity: 0)
            }
            rows.append(row)
        }
    }
}
