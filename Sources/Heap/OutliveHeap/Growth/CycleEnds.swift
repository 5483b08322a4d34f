internal import OutliveSupport

/// The cycles of a process that each census of a series ends.
///
/// As a rule each census ends one. A round of many blocks of requests has a census at its end and a cycle for each block.
package struct CycleEnds: Hashable, Sendable {
    /// The last ended cycle of each census; empty if each census ends one.
    private var last: [Int] = []

    package init() {}

    /// Adds the next census.
    ///
    /// - Parameter cycle: The last cycle that ended with it.
    package mutating func add(_ cycle: Int) { last.append(cycle) }

    /// Returns the last cycle that ended with a census, by its index.
    func end(of census: Int) -> Int { last.indices.contains(census) ? last[census] : census }

    /// Returns the first cycle whose objects count after a number of warm-up censuses.
    package func firstCounted(warmup: Int) -> Int {
        guard last.isEmpty || warmup <= last.count else { return .max }
        return warmup > 0 ? end(of: warmup - 1) + 1 : 0
    }

    /// Returns the index of the census that ended a cycle.
    func census(ofBirth cycle: Int) -> Int { last.isEmpty ? cycle : last.partitioningIndex { $0 >= cycle } }
}
