internal import OutliveModel

extension HeapSnapshot {
    /// The samples of allocations, in a snapshot of a process whose allocations were sampled.
    package struct Sampling: Hashable, Sendable {
        /// The mean distance of samples in allocated bytes.
        package var rate: Int
        var samples: Int
        var freedSamples: Int
        var dropped: Int
        /// All allocations by type and stack.
        var totals: [TotalRow]

        /// Reads the samples, or returns `nil` if the file has none.
        init?(_ file: SnapshotReader) throws(HeapSnapshotError) {
            let items = try file.items(.sampling) { item throws(HeapSnapshotError) in
                let rate = try item.number(0)
                guard rate > 0 else { throw item.error("the rate of sampling is 0", 0) }
                return [rate, try item.number(8), try item.number(16), try item.number(24)]
            }
            guard let item = items.first else { return nil }
            guard items.count == 1 else {
                throw HeapSnapshotError("\(items.count) items of sampling", at: file.offset(of: 1, in: .sampling))
            }
            (rate, samples, freedSamples, dropped) = (item[0], item[1], item[2], item[3])
            totals = try file.items(.totals, TotalRow.init)
        }
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

    /// Returns the type of the blocks of a total.
    func type(of total: TotalRow) -> HeapType {
        total.type == Self.none ? .rawMemory : types[Int(total.type)].type ?? .rawMemory
    }
}
