internal import OutliveModel

extension HeapSnapshot {
    /// Reads the samples, or returns `nil` if the file has none.
    static func sampling(in file: SnapshotReader) throws(HeapSnapshotError) -> HeapSampling? {
        let items = try file.items(.sampling) { item throws(HeapSnapshotError) in
            let rate = try item.number(0)
            guard rate > 0 else { throw item.error("the rate of sampling is 0", 0) }
            return HeapSampling(
                rate: rate, samples: try item.number(8), freedSamples: try item.number(16), dropped: try item.number(24))
        }
        guard items.count <= 1 else {
            throw HeapSnapshotError("\(items.count) items of sampling", at: file.offset(of: 1, in: .sampling))
        }
        return items.first
    }

    /// The allocations of a type at a stack, freed ones included.
    struct TotalRow: Hashable, Sendable {
        /// The index of the type in `types`, or `none` for blocks that are no Swift objects.
        var type: UInt32
        /// The index of the stack in `stacks`, or `none`.
        var stack: UInt32
        var amount: HeapAmount

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            type = try item.index(0, in: .types, "type", isOptional: true)
            stack = try item.index(4, in: .stacks, "stack", isOptional: true)
            amount = HeapAmount(objects: try item.number(8), bytes: try item.number(16))
        }
    }

    /// Returns the type of an index in `types`, or the type of raw memory for `none`.
    func type(at index: UInt32) -> HeapType { index == Self.none ? .rawMemory : types[Int(index)].type ?? .rawMemory }
}
