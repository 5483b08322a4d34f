/// The allocations of a unit of work by site.
package struct AllocationFigures: Codable, Hashable, Sendable {
    /// The work that is counted as a whole.
    package enum Unit: String, Codable, Hashable, Sendable {
        case cycle, launch, test
    }

    package var unit = Unit.cycle
    /// The arm that was counted; `nil` in a run of one trigger.
    package var arm: Arm?
    /// The test that allocated; `nil` in a run of cycles, and for what no test was found for.
    package var test: LeakingTest?
    /// The number of units that were counted, without the warm-up; sites have the counts of up to `unitsOfSites`.
    package var units: Int
    /// The number of allocated blocks of a unit.
    package var blocks: Spread
    package var bytes: Spread
    /// The number of blocks of a unit that their thread released before it allocated another one.
    package var temporary: Spread
    /// The sites with most allocations, by their median, then the highest number, then bytes, all descending.
    package var sites: [AllocationSite]
    /// The number of sites beyond the limit, which are in the sums alone.
    package var sitesLeftOut: Int
    /// The highest number of bytes that were alive at the same time since the launch.
    package var peakBytes: Int
    /// What was alive at the peak by site, most bytes first.
    package var peak: [PeakSite]
    /// The numbers of all allocations by size: none, 1 byte, 2 and 3, 4 to 7, and so on in powers of two.
    package var sizes: [Int]
    /// The numbers of all releases by age in units, in the same classes.
    package var ages: [Int]
    /// What a test left behind; `nil` for other units, and in older reports.
    package var left: LeftMemory?
    /// The number of counts that found no room, so that sites are incomplete; `nil` if there are none.
    package var lost: Int?
    /// The most units of which sites have counts: the last ones.
    package static let unitsOfSites = 100

    package init(
        arm: Arm? = nil, units: Int, blocks: Spread, bytes: Spread, temporary: Spread, sites: [AllocationSite] = [],
        sitesLeftOut: Int = 0, peakBytes: Int = 0, peak: [PeakSite] = [], sizes: [Int] = [], ages: [Int] = [],
        lost: Int? = nil
    ) {
        (self.arm, self.units, self.blocks, self.bytes) = (arm, units, blocks, bytes)
        (self.temporary, self.sites, self.sitesLeftOut) = (temporary, sites, sitesLeftOut)
        (self.peakBytes, self.peak, self.sizes, self.ages) = (peakBytes, peak, sizes, ages)
        self.lost = lost
    }
}

/// The allocations of a type at a stack in a unit of work.
package struct AllocationSite: Hashable, Sendable {
    package var type: HeapType
    /// The stack of the allocation; empty if none was captured.
    package var stack: Backtrace
    /// The numbers of blocks in each of some units.
    package var blockCounts: UnitCounts
    package var byteCounts: UnitCounts
    package var temporaryCounts: UnitCounts

    package var blocks: Spread { blockCounts.spread }
    package var bytes: Spread { byteCounts.spread }
    package var temporary: Spread { temporaryCounts.spread }

    /// Creates the allocations of several units.
    ///
    /// - Parameters:
    ///   - blocks: The number of blocks in each unit.
    ///   - bytes: Their bytes in each unit.
    ///   - temporary: The number of temporary blocks in each unit.
    package init(type: HeapType, stack: Backtrace, blocks: [Int], bytes: [Int], temporary: [Int] = []) {
        (self.type, self.stack) = (type, stack)
        (blockCounts, byteCounts) = (UnitCounts(blocks), UnitCounts(bytes))
        temporaryCounts = UnitCounts(temporary)
    }

    /// Adds the allocations of another site.
    package static func += (sum: inout Self, other: Self) {
        sum.blockCounts += other.blockCounts
        sum.byteCounts += other.byteCounts
        sum.temporaryCounts += other.temporaryCounts
    }
}

/// The blocks of a type and stack that were alive at the peak of the heap, or at the end of a process.
package struct PeakSite: Hashable, Sendable {
    package var type: HeapType
    package var stack: Backtrace
    package var amount: HeapAmount

    package init(type: HeapType, stack: Backtrace, amount: HeapAmount) {
        (self.type, self.stack, self.amount) = (type, stack, amount)
    }
}
