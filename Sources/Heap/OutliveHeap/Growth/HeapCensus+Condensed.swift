package import OutliveModel

extension HeapCensus {
    /// Returns the census reduced to the data that `HeapGrowth` reads, which saves memory if the census of every cycle
    /// is kept.
    ///
    /// Objects of one type and site form one row for each cycle of birth, with their most frequent stack. Objects born
    /// before the end of warm-up form one row. Deinitialised objects have separate rows.
    ///
    /// - Parameter warmup: The number of warm-up cycles, as passed to `HeapGrowth`.
    /// - Complexity: O(rows).
    package func condensed(warmup: Int) -> HeapCensus {
        struct Group: Hashable {
            var type: HeapType
            var site: RegistrationSite?
            var birth: Int
            var state: HeapRow.State
        }
        let sites = stacks.map(RegistrationSite.init(allocatedIn:))
        var groups: [Group: (row: HeapRow, most: Int)] = [:]
        for row in rows {
            let group = Group(
                type: row.type, site: row.stack.map { sites[$0] }, birth: row.birth < max(warmup, 1) ? 0 : row.birth,
                state: row.state)
            var (sum, most) = groups[group] ?? (row, 0)
            if most > 0 {
                sum.count += row.count
                sum.bytes += row.bytes
                sum.contents = .sum(sum.contents, row.contents)
            }
            if row.count > most { (sum.stack, most) = (row.stack, row.count) }
            sum.birth = group.birth
            groups[group] = (sum, most)
        }
        var condensed = self
        condensed.rows = groups.values.map(\.row).sorted {
            ($0.stack ?? -1, $0.birth, $0.type, $0.state.rawValue)
                < ($1.stack ?? -1, $1.birth, $1.type, $1.state.rawValue)
        }
        condensed.keepNamedStacks()
        return condensed
    }

    private mutating func keepNamedStacks() {
        let all = stacks
        stacks = []
        var places: [Int: Int] = [:]
        for index in rows.indices {
            guard let stack = rows[index].stack else { continue }
            if places[stack] == nil {
                places[stack] = stacks.count
                stacks.append(all[stack])
            }
            rows[index].stack = places[stack]
        }
    }
}
