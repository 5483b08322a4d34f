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
        sampling.totals = try file.items(.totals) { item throws(HeapSnapshotError) in
            let type = try item.index(0, in: .types, "type", isOptional: true)
            let stack = try item.index(4, in: .stacks, "stack", isOptional: true)
            return AllocationTotal(
                type: type == none ? .rawMemory : types[Int(type)].type ?? .rawMemory,
                stack: stack == none ? nil : Int(stack),
                amount: HeapAmount(objects: try item.number(8), bytes: try item.number(16)))
        }
        return sampling
    }
}
