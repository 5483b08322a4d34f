internal import OutliveSupport

/// The allocations of a process from census to census.
package struct AllocationCourse: Sendable {
    private struct Site: Hashable, Sendable {
        var type: HeapType
        var stack: Backtrace
    }

    private struct Counts: Sendable {
        var blocks = 0, bytes = 0, temporary = 0

        static func - (later: Self, earlier: Self) -> Self {
            Self(
                blocks: max(0, later.blocks - earlier.blocks), bytes: max(0, later.bytes - earlier.bytes),
                temporary: max(0, later.temporary - earlier.temporary))
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
    /// The sites with allocations in each unit.
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
        var unit: [(site: Int, counts: Counts)] = []
        for (number, sum) in sums {
            let change = sum - totals[number]
            if change.blocks > 0 || change.temporary > 0 { unit.append((number, change)) }
            totals[number] = sum
        }
        if latest != nil { units.append(unit) }
        (latest, latestStacks) = (allocations, census.stacks)
    }

    /// Adds the census of a newly launched process, whose launch was a unit.
    package mutating func addLaunch(_ census: HeapCensus) {
        totals = totals.map { _ in Counts() }
        latest = HeapAllocations(all: HeapAmount())
        add(census)
    }

    /// Takes the last census back, so that the next one ends its unit.
    package mutating func removeLast() {
        guard let last = units.popLast() else {
            self = AllocationCourse()
            return
        }
        for (number, counts) in last { totals[number] = totals[number] - counts }
    }

    /// Returns the figures of a unit, or `nil` without any counted unit.
    ///
    /// - Parameter warmup: The number of first units that are left out, if others remain.
    package func figures(warmup: Int) -> AllocationFigures? {
        guard let latest else { return nil }
        let counted = units.count > warmup ? units.dropFirst(warmup) : units[...]
        guard !counted.isEmpty else { return nil }
        let kept = counted.evenly(AllocationFigures.unitsOfSites)
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
        let sums = counted.map { unit in unit.reduce(into: Counts()) { $0 += $1.counts } }
        func spread(_ counts: [Counts], _ value: (Counts) -> Int) -> Spread { Spread(counts.map(value)) }
        return AllocationFigures(
            units: counted.count, blocks: spread(sums, \.blocks), bytes: spread(sums, \.bytes),
            temporary: spread(sums, \.temporary), sites: Array(found.prefix(Self.largestCount)),
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

extension ArraySlice {
    /// Returns elements at equal distances, the last one included: all if there are at most `count`.
    fileprivate func evenly(_ count: Int) -> [Element] {
        guard self.count > count else { return Array(self) }
        return (1...count).map { self[startIndex + $0 * self.count / count - 1] }
    }
}

extension AllocationSite {
    package func precedes(_ other: Self) -> Bool {
        let own = (blocks.median, blocks.highest, bytes.median)
        let others = (other.blocks.median, other.blocks.highest, other.bytes.median)
        return own != others ? own > others : (type, stack.order) < (other.type, other.stack.order)
    }
}

extension PeakSite {
    package func precedes(_ other: Self) -> Bool {
        let (own, others) = ((amount.bytes, amount.objects), (other.amount.bytes, other.amount.objects))
        return own != others ? own > others : (type, stack.order) < (other.type, other.stack.order)
    }
}

extension Backtrace {
    /// A text by which different stacks have an order that is the same in each run.
    fileprivate var order: String {
        frames.map { "\($0.module.split(separator: "/").last ?? "")+\($0.offset)" }.joined(separator: " ")
    }
}
