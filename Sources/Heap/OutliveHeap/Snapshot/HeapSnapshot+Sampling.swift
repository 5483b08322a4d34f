internal import OutliveModel

extension HeapSnapshot {
    /// Reads the samples and the totals of all allocations, or returns `nil` if the file has none.
    ///
    /// - Parameter types: The types of the blocks.
    static func sampling(
        in file: SnapshotReader, types: [BlockType]
    ) throws(HeapSnapshotError) -> HeapSampling? {
        let items = try file.items(.sampling) { item throws(HeapSnapshotError) in
            let rate = try item.number(0)
            guard rate > 0 else { throw item.error("the rate of sampling is 0", 0) }
            return HeapSampling(
                rate: rate, samples: try item.number(8), freedSamples: try item.number(16),
                dropped: try item.number(24))
        }
        guard var sampling = items.first else { return nil }
        guard items.count == 1 else {
            throw HeapSnapshotError("\(items.count) items of sampling", at: file.offset(of: 1, in: .sampling))
        }
        // Earlier libraries did not know which blocks are temporary.
        let earlier = try file.items(.totals) { item throws(HeapSnapshotError) in
            AllocationTotal(type: try item.type(0, types), stack: try item.stack(4), amount: try item.amount(8))
        }
        sampling.totals = try earlier + allocationTotals(in: file, types: types)
        return sampling
    }
}
