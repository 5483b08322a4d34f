internal import OutliveModel

extension HeapSnapshot {
    /// Reads the count of allocations, or returns `nil` if the file has none.
    ///
    /// - Parameter types: The types of the blocks.
    static func allocations(
        in file: SnapshotReader, types: [BlockType]
    ) throws(HeapSnapshotError) -> HeapAllocations? {
        let items = try file.items(.ledger) { item throws(HeapSnapshotError) in try HeapAllocations(item) }
        guard var allocations = items.first else { return nil }
        guard items.count == 1 else {
            throw HeapSnapshotError("\(items.count) counts of allocations", at: file.offset(of: 1, in: .ledger))
        }
        allocations.totals = try allocationTotals(in: file, types: types)
        let peaks = try file.items(.peak) { item throws(HeapSnapshotError) in
            AllocationTotal(type: .rawMemory, stack: try item.stack(0), amount: try item.amount(8))
        }
        allocations.add(peaks: peaks)
        return allocations
    }
}

extension HeapSnapshot {
    /// Reads all allocations by type and stack.
    static func allocationTotals(
        in file: SnapshotReader, types: [BlockType]
    ) throws(HeapSnapshotError) -> [AllocationTotal] {
        try file.items(.allocations) { item throws(HeapSnapshotError) in
            AllocationTotal(
                type: try item.type(0, types), stack: try item.stack(4), amount: try item.amount(8),
                temporary: try item.amount(24))
        }
    }
}

extension HeapAllocations {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        let (sizes, ages) = (48, 24)
        func numbers(_ count: Int, from offset: Int) throws(HeapSnapshotError) -> [Int] {
            var numbers: [Int] = []
            for index in 0..<count { numbers.append(try item.number(offset + 8 * index)) }
            while numbers.last == 0 { numbers.removeLast() }
            return numbers
        }
        let notedAt = item.longWord(56)
        self.init(
            all: try item.amount(0), early: try item.amount(16), lost: try item.number(32),
            peakBytes: try item.number(40), notedBytes: try item.number(48),
            notedAt: notedAt == 0 ? nil : Double(notedAt) / 1e9, sizes: try numbers(sizes, from: 64),
            ages: try numbers(ages, from: 64 + 8 * sizes))
    }

    /// Adds what was alive at the peak, which is known by stack alone, to the type with the most blocks of each stack.
    fileprivate mutating func add(peaks: [AllocationTotal]) {
        var largest: [Int?: Int] = [:]
        for (index, total) in totals.enumerated() {
            guard let other = largest[total.stack], totals[other].amount.objects >= total.amount.objects else {
                largest[total.stack] = index
                continue
            }
        }
        for peak in peaks {
            if let index = largest[peak.stack] {
                var sum = totals[index].peak ?? HeapAmount()
                sum += peak.amount
                totals[index].peak = sum
            } else {
                totals.append(
                    AllocationTotal(
                        type: peak.type, stack: peak.stack, amount: HeapAmount(), temporary: HeapAmount(),
                        peak: peak.amount))
            }
        }
    }
}

extension SnapshotItem {
    func type(_ offset: Int, _ types: [HeapSnapshot.BlockType]) throws(HeapSnapshotError) -> HeapType {
        let type = try index(offset, in: .types, "type", isOptional: true)
        return type == HeapSnapshot.none ? .rawMemory : types[Int(type)].type ?? .rawMemory
    }

    func stack(_ offset: Int) throws(HeapSnapshotError) -> Int? {
        let stack = try index(offset, in: .stacks, "stack", isOptional: true)
        return stack == HeapSnapshot.none ? nil : Int(stack)
    }

    func amount(_ offset: Int) throws(HeapSnapshotError) -> HeapAmount {
        HeapAmount(objects: try number(offset), bytes: try number(offset + 8))
    }
}
