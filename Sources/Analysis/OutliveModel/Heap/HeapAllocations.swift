/// The count of all allocations of a program until a census.
package struct HeapAllocations: Codable, Hashable, Sendable {
    /// All allocations since the heap tier was on, the released ones included.
    package var all: HeapAmount
    /// The allocations before the tier was on, by initialisers of libraries.
    package var early: HeapAmount
    /// The number of allocations and releases that found no room among the counters.
    package var lost: Int
    /// The most bytes that were alive at the same time.
    package var peakBytes: Int
    /// The bytes that were alive when `AllocationTotal.peak` was noted, at most some per cent less than the peak.
    package var notedBytes: Int
    /// The time of that, in seconds since 1970; `nil` if nothing was noted.
    package var notedAt: Double?
    /// The numbers of allocations by size: none, 1 byte, 2 and 3, 4 to 7, and so on in powers of two.
    package var sizes: [Int]
    /// The numbers of releases by age in cycles, in the same classes.
    package var ages: [Int]
    package var totals: [AllocationTotal]

    package init(
        all: HeapAmount, early: HeapAmount = HeapAmount(), lost: Int = 0, peakBytes: Int = 0, notedBytes: Int = 0,
        notedAt: Double? = nil, sizes: [Int] = [], ages: [Int] = [], totals: [AllocationTotal] = []
    ) {
        (self.all, self.early, self.lost) = (all, early, lost)
        (self.peakBytes, self.notedBytes, self.notedAt) = (peakBytes, notedBytes, notedAt)
        (self.sizes, self.ages, self.totals) = (sizes, ages, totals)
    }

    /// The allocations that were released before their thread allocated another block.
    package var temporary: HeapAmount {
        totals.reduce(into: HeapAmount()) { $0 += $1.temporary ?? HeapAmount() }
    }
}

extension HeapCensus {
    /// All allocations by type and stack, counted or estimated from samples; empty if neither was requested.
    package var allocationTotals: [AllocationTotal] { allocations?.totals ?? sampling?.totals ?? [] }

    /// `true` if released blocks are in the census, too.
    package var knowsAllocations: Bool { allocations != nil || sampling != nil }
}
