package struct HeapSummary: Codable, Hashable, Sendable {
    /// The censuses in order, one per cycle.
    package var cycles: [HeapCycle]
    /// The number of captured frames for each allocation; 0 for no stacks.
    package var frames: Int
    /// The number of types with a steady number of objects from ended cycles; `nil` in older reports.
    package var retainedTypes: Int?

    /// Returns the fewest cycles of one process for which growth is judged: three rises after the warm-up, and one
    /// cycle before.
    package static func minimumCycles(warmup: Int) -> Int { warmup + LiveSeries.risesForLeak + 1 }

    /// The number of censuses in which objects are missing.
    package var incompleteCycles: Int { cycles.count { $0.isIncomplete == true } }

    package init(cycles: [HeapCycle] = [], frames: Int, retainedTypes: Int? = nil) {
        (self.cycles, self.frames, self.retainedTypes) = (cycles, frames, retainedTypes)
    }
}

package struct HeapCycle: Codable, Hashable, Sendable {
    /// The number of the cycle that it ended, counted from 1; 0 for the census after the launch.
    package var cycle: Int
    /// The number of live Swift objects.
    package var objects: Int
    package var bytes: Int
    /// The number of objects that are deinitialised and kept only by unowned references.
    package var deinitialised: Int
    /// The number of live blocks that are no Swift objects.
    package var rawBlocks: Int
    package var rawBytes: Int
    package var pauseSeconds: Double
    /// `true` if objects are missing, because a part of the memory could not be read; `nil` otherwise.
    package var isIncomplete: Bool?

    package init(_ census: HeapCensus, cycle: Int) {
        self.cycle = cycle
        objects = census.objects
        bytes = census.bytes
        deinitialised = census.deinitialised
        rawBlocks = census.rawBlocks
        rawBytes = census.rawBytes
        pauseSeconds = census.pauseSeconds
        isIncomplete = census.isIncomplete ? true : nil
    }
}

/// All live objects of one type, or the raw blocks of one allocation site.
package struct HeapTypeTotal: Hashable, Sendable {
    package var type: HeapType
    package var objects = 0
    package var bytes = 0
    /// All objects that were allocated, or `nil` if only live ones are known.
    package var allocated: HeapAmount?
    /// The objects that were released before their thread allocated another block, or `nil` if those are unknown.
    package var temporary: HeapAmount?
    /// The objects that were alive at the peak of the heap, or `nil` if those are unknown.
    package var peak: HeapAmount?
    /// The number of objects that are deinitialised and kept only by unowned references.
    package var deinitialised = 0
    /// The allocation stack of most live objects, or of most freed ones if none is alive; `nil` if none was captured.
    package var site: Backtrace?
}

extension HeapCensus {
    /// The raw blocks by allocation site, most bytes first.
    package var memoryBySite: [SnapshotType] {
        totals().filter { $0.type.kind == .raw && $0.objects > 0 }.map(SnapshotType.init)
    }

    /// Returns the types with the most bytes, and raw blocks by allocation site, largest first.
    package func largestTypes(_ limit: Int) -> [SnapshotType] {
        totals().filter { $0.objects > 0 }.prefix(limit).map(SnapshotType.init)
    }

    /// Returns the live objects by type and the raw blocks by allocation site.
    ///
    /// The order is by bytes, then by objects, then by allocated bytes, all descending, then by name.
    package func totals() -> [HeapTypeTotal] {
        struct Group: Hashable {
            var type: HeapType
            var site: RegistrationSite?
        }
        var totals: [Group: HeapTypeTotal] = [:]
        var counts: [Group: [Int: Int]] = [:]
        // The site of a type without live objects shows where the freed ones were allocated.
        var allocations: [Group: [Int: Int]] = [:]
        var places: [Int: RegistrationSite] = [:]
        func group(of type: HeapType, stack: Int?) -> Group {
            var group = Group(type: type)
            if type.kind == .raw, let stack {
                var site = places[stack] ?? RegistrationSite(allocatedIn: stacks[stack])
                // Two columns of one line count as one site.
                site.column = 0
                places[stack] = site
                group.site = site
            }
            return group
        }
        for row in rows {
            let group = group(of: row.type, stack: row.stack)
            var total = totals[group] ?? HeapTypeTotal(type: row.type)
            switch row.state {
            case .alive:
                total.objects = boundedSum(total.objects, row.count)
                total.bytes = boundedSum(total.bytes, row.bytes)
                if let stack = row.stack { counts[group, default: [:]][stack, default: 0] += row.count }
            case .deinitialised:
                total.deinitialised = boundedSum(total.deinitialised, row.count)
            }
            totals[group] = total
        }
        for row in allocationTotals {
            let group = group(of: row.type, stack: row.stack)
            var total = totals[group] ?? HeapTypeTotal(type: row.type)
            total.allocated = total.allocated ?? HeapAmount()
            total.allocated? += row.amount
            total.temporary = .sum(total.temporary, row.temporary)
            total.peak = .sum(total.peak, row.peak)
            if let stack = row.stack { allocations[group, default: [:]][stack, default: 0] += row.amount.objects }
            totals[group] = total
        }
        return
            totals
            .sorted { first, second in
                let (one, other) = (first.value, second.value)
                let amounts = (one.bytes, one.objects, one.allocated?.bytes ?? 0)
                let others = (other.bytes, other.objects, other.allocated?.bytes ?? 0)
                if amounts != others { return amounts > others }
                return (first.key.type, first.key.site?.description ?? "")
                    < (second.key.type, second.key.site?.description ?? "")
            }
            .map { group, total in
                var total = total
                let byStack = counts[group] ?? allocations[group, default: [:]]
                total.site = byStack.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { stacks[$0.key] }
                return total
            }
    }
}

/// The live objects of one type in a snapshot.
package struct SnapshotType: Codable, Hashable, Sendable {
    package var type: HeapType
    package var objects: Int
    package var bytes: Int
    /// The retained size of all objects together, in bytes; `nil` if it was not requested.
    package var retainedBytes: Int?
    /// The allocation stack of most of the objects; empty if none was captured.
    package var site: Backtrace

    package init(
        type: HeapType, objects: Int, bytes: Int, retainedBytes: Int? = nil, site: Backtrace = Backtrace()
    ) {
        (self.type, self.objects, self.bytes) = (type, objects, bytes)
        (self.retainedBytes, self.site) = (retainedBytes, site)
    }
}

extension SnapshotType {
    fileprivate init(_ total: HeapTypeTotal) {
        self.init(type: total.type, objects: total.objects, bytes: total.bytes, site: total.site ?? Backtrace())
    }
}
