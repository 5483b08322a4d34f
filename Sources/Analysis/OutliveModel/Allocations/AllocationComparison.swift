/// The changes of the allocations of a unit of work from one run to another.
package struct AllocationComparison: Codable, Hashable, Sendable {
    /// The arm of the earlier figures; `nil` in a run of one trigger.
    package var oldArm: Arm?
    /// The arm of the later figures; `nil` in a run of one trigger.
    package var newArm: Arm?
    /// The test that allocates; `nil` in a run of cycles, and for what no test was found for.
    package var test: LeakingTest?
    package var unit: AllocationFigures.Unit
    package var old: ComparedAllocations
    package var new: ComparedAllocations
    /// The changes beyond noise: new sites, then those with more, with fewer and without allocations, most first.
    package var changes: [AllocationChange]
    /// The number of sites that both have and that allocate in most units of either.
    package var matched: Int
    /// The number of sites of the earlier figures alone.
    package var onlyOld: Int
    /// The number of sites of the later figures alone.
    package var onlyNew: Int

    /// `true` if either side has too few units to show what is noise.
    package var isWeak: Bool { min(old.units, new.units) < Spread.fewestUnits }
}

/// The sums of one side of a comparison.
package struct ComparedAllocations: Codable, Hashable, Sendable {
    package var units: Int
    package var blocks: Spread
    package var bytes: Spread
    package var temporary: Spread
    /// `true` if sites are missing, because there were too many, or counts found no room.
    package var isIncomplete: Bool

    package init(_ figures: AllocationFigures) {
        (units, blocks, bytes) = (figures.units, figures.blocks, figures.bytes)
        temporary = figures.temporary
        isIncomplete = figures.sitesLeftOut > 0 || figures.lost != nil
    }
}

/// A site that allocates more or less than before.
package struct AllocationChange: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Only the later run has the site.
        case added
        case more
        case fewer
        /// Only the earlier run has the site.
        case removed
    }

    package var kind: Kind
    package var type: HeapType
    /// A stack of the later run, or of the earlier one for a site without allocations in the later.
    package var stack: Backtrace
    /// The allocations of a unit; 0 for a new site.
    package var old: Spread
    package var new: Spread
    /// The change of the median of bytes of a unit.
    package var bytes: Int
    /// The change of the median of the blocks of a unit that were released before the next allocation.
    package var temporary: Int

    /// The change of the median of allocations of a unit.
    package var blocks: Int { new.median - old.median }
}
