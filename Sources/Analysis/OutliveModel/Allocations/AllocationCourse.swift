internal import OutliveSupport

/// The allocations of a process from census to census.
package struct AllocationCourse: Sendable {
    private struct Site: Hashable, Sendable {
        var type: HeapType
        var stack: Backtrace
    }

    private struct Counts: Equatable, Sendable {
        var blocks = 0, bytes = 0, temporary = 0

        static func - (later: Self, earlier: Self) -> Self {
            Self(
                blocks: later.blocks - earlier.blocks, bytes: later.bytes - earlier.bytes,
                temporary: later.temporary - earlier.temporary)
        }

        static func += (sum: inout Self, other: Self) {
            sum.blocks = boundedSum(sum.blocks, other.blocks)
            sum.bytes = boundedSum(sum.bytes, other.bytes)
            sum.temporary = boundedSum(sum.temporary, other.temporary)
        }
    }

    /// The most sites that a report has.
    private static let largestCount = 2000

    private var sites = NumberTable<Site>()
    /// All counts of each site so far.
    private var totals: [Counts] = []
    /// The sums of each unit.
    private var sums: [Counts] = []
    /// The sites with allocations in each of the last units, at most `AllocationFigures.unitsOfSites`.
    private var units: [[(site: Int, counts: Counts)]] = []
    private var latest: HeapAllocations?
    private var latestStacks: [Backtrace] = []

    package init() {}

    /// Adds a census. The first one begins the first unit, each other one ends a unit.
    ///
    /// - Complexity: O(sites of the census).
    package mutating func add(_ census: HeapCensus) {
        guard let allocations = census.allocations else { return }
        var sums: [Int: Counts] = [:]
        for total in allocations.totals {
            let stack = total.stack.map { census.stacks[$0] } ?? Backtrace()
            let number = sites.number(of: Site(type: total.type, stack: stack))
            sums[number, default: Counts()] += Counts(
                blocks: total.amount.objects, bytes: total.amount.bytes, temporary: total.temporary?.objects ?? 0)
        }
        totals += repeatElement(Counts(), count: sites.items.count - totals.count)
        var changes: [(site: Int, counts: Counts)] = []
        for (number, sum) in sums {
            let change = sum - totals[number]
            if change != Counts() { changes.append((number, change)) }
            totals[number] = sum
        }
        if let latest { end(changes, of: Self.sum(of: allocations, since: latest)) }
        (latest, latestStacks) = (allocations, census.stacks)
    }

    /// Ends a unit.
    private mutating func end(_ changes: [(site: Int, counts: Counts)], of sum: Counts) {
        units.append(offset(changes))
        if units.count > AllocationFigures.unitsOfSites { units.removeFirst() }
        sums.append(sum)
    }

    /// Returns the changes without negative ones, which are subtracted from others of their stack.
    ///
    /// A block whose type is unknown once it is released moves from one site of its stack to another, and is no allocation.
    private func offset(_ changes: [(site: Int, counts: Counts)]) -> [(site: Int, counts: Counts)] {
        var missing: [Backtrace: Counts] = [:]
        for (site, counts) in changes where counts.blocks < 0 {
            missing[sites.items[site].stack, default: Counts()] += Counts() - counts
        }
        return changes.sorted { $0.site < $1.site }.compactMap { site, counts in
            guard counts.blocks >= 0 else { return nil }
            var counts = counts
            if let fall = missing[sites.items[site].stack] {
                let moved = Counts(
                    blocks: min(counts.blocks, fall.blocks), bytes: min(counts.bytes, max(0, fall.bytes)),
                    temporary: min(counts.temporary, max(0, fall.temporary)))
                counts = counts - moved
                missing[sites.items[site].stack] = fall - moved
            }
            return counts.blocks > 0 || counts.temporary > 0 ? (site, counts) : nil
        }
    }

    /// Returns what was allocated between two censuses.
    private static func sum(of later: HeapAllocations, since earlier: HeapAllocations) -> Counts {
        Counts(
            blocks: max(0, later.all.objects - earlier.all.objects), bytes: max(0, later.all.bytes - earlier.all.bytes),
            temporary: max(0, later.temporary.objects - earlier.temporary.objects))
    }

    /// Adds the census of a newly launched process, whose launch was a unit.
    package mutating func addLaunch(_ census: HeapCensus) {
        totals = totals.map { _ in Counts() }
        latest = HeapAllocations(all: HeapAmount())
        add(census)
    }

    /// Returns the figures of a unit, or `nil` without any counted unit.
    ///
    /// - Parameter warmup: The number of first units that are left out, if others remain.
    package func figures(warmup: Int) -> AllocationFigures? {
        guard let latest else { return nil }
        guard sums.count > warmup else { return nil }
        let counted = sums.dropFirst(warmup)
        let kept = units.suffix(counted.count)
        var bySite: [Int: [Counts]] = [:]
        for (index, unit) in kept.enumerated() {
            for (site, counts) in unit {
                bySite[site, default: Array(repeating: Counts(), count: kept.count)][index] = counts
            }
        }
        let found = bySite.map { number, counts in
            AllocationSite(
                type: sites.items[number].type, stack: sites.items[number].stack, blocks: counts.map(\.blocks),
                bytes: counts.map(\.bytes), temporary: counts.map(\.temporary))
        }.sorted { $0.precedes($1) }
        func spread(_ value: (Counts) -> Int) -> Spread { Spread(counted.map(value)) }
        return AllocationFigures(
            units: counted.count, blocks: spread(\.blocks), bytes: spread(\.bytes), temporary: spread(\.temporary),
            sites: Array(found.prefix(Self.largestCount)),
            sitesLeftOut: max(0, found.count - Self.largestCount), peakBytes: latest.peakBytes,
            peak: peak(of: latest), sizes: latest.sizes, ages: latest.ages, lost: latest.lost > 0 ? latest.lost : nil)
    }

    private func peak(of allocations: HeapAllocations) -> [PeakSite] {
        let sites = allocations.totals.compactMap { total in
            total.peak.map {
                PeakSite(type: total.type, stack: total.stack.map { latestStacks[$0] } ?? Backtrace(), amount: $0)
            }
        }
        return Array(sites.sorted { $0.precedes($1) }.prefix(Self.largestCount))
    }
}

extension AllocationSite {
    package func precedes(_ other: Self) -> Bool {
        let own = (blocks.median, blocks.highest, bytes.median)
        let others = (other.blocks.median, other.blocks.highest, other.bytes.median)
        guard own == others else { return own > others }
        return type != other.type ? type < other.type : stack.precedes(other.stack)
    }
}

extension PeakSite {
    package func precedes(_ other: Self) -> Bool {
        let (own, others) = ((amount.bytes, amount.objects), (other.amount.bytes, other.amount.objects))
        guard own == others else { return own > others }
        return type != other.type ? type < other.type : stack.precedes(other.stack)
    }
}
