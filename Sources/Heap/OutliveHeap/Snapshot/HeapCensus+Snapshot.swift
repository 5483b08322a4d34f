package import OutliveModel
internal import OutliveSupport

extension HeapCensus {
    /// Creates the census of a snapshot; rows with equal type, frames, birth and state are added up.
    package init(_ snapshot: HeapSnapshot) {
        let header = snapshot.header
        var stacks = CensusStacks(snapshot)
        let typeNumbers = snapshot.typeNumbers
        var rows = RowSums()
        var containers = snapshot.containers[...]
        for (index, row) in snapshot.rows.enumerated() {
            var contents: ContainerContents?
            if let container = containers.first, Int(container.row) == index {
                contents = container.contents
                containers.removeFirst()
            }
            // The reader rejects rows of raw types.
            guard let type = snapshot.types[Int(row.type)].type else { continue }
            rows.add(
                HeapRow(
                    type: type, stack: stacks.number(of: row.stack), birth: Int(row.birth),
                    state: row.isDeinitialised ? .deinitialised : .alive, count: row.objects, bytes: row.bytes,
                    contents: contents),
                type: typeNumbers[Int(row.type)])
        }
        for row in snapshot.rawRows {
            rows.add(
                HeapRow(
                    type: .rawMemory, stack: stacks.number(of: row.stack), birth: Int(row.birth), count: row.blocks,
                    bytes: row.bytes),
                type: HeapSnapshot.none)
        }
        let sampling = snapshot.sampling.map { sampling in
            HeapSampling(
                rate: sampling.rate, samples: sampling.samples, freedSamples: sampling.freedSamples,
                dropped: sampling.dropped,
                totals: sampling.totals.map {
                    HeapSampling.Total(
                        type: snapshot.type(of: $0), stack: stacks.number(of: $0.stack), amount: $0.amount)
                })
        }
        self.init(
            processID: header.processID, reason: header.reason, cycle: Int(header.cycle), rows: rows.rows,
            stacks: stacks.backtraces, rawBlocks: header.rawBlocks, rawBytes: header.rawBytes,
            pauseSeconds: Double(header.pause) / 1e9, isIncomplete: header.isIncomplete || header.isPartial,
            sampling: sampling, tierBytes: header.tierBytes)
    }
}

/// The rows of a census; those with equal type, stack, birth and state are added up.
private struct RowSums {
    private struct Group: Hashable {
        var type: UInt32
        var stack: Int?
        var birth: Int
        var state: HeapRow.State
    }

    private(set) var rows: [HeapRow] = []
    private var groups = NumberTable<Group>()

    /// Adds the objects of a row.
    ///
    /// - Parameter type: The number of the type, or `HeapSnapshot.none` for raw blocks. Numbers are faster to compare
    ///   than names.
    mutating func add(_ row: HeapRow, type: UInt32) {
        let index = groups.number(of: Group(type: type, stack: row.stack, birth: row.birth, state: row.state))
        guard index < rows.count else { return rows.append(row) }
        rows[index].count += row.count
        rows[index].bytes += row.bytes
        rows[index].contents = .sum(rows[index].contents, row.contents)
    }
}

/// The distinct stacks of a census under construction.
private struct CensusStacks {
    private var stacks: AllocationStacks
    private var distinct = NumberTable<Backtrace>()
    /// The index in `backtraces` of each stack of the snapshot seen so far.
    private var known: [UInt32: Int?] = [HeapSnapshot.none: nil]

    init(_ snapshot: HeapSnapshot) { stacks = AllocationStacks(snapshot) }

    var backtraces: [Backtrace] { distinct.items }

    /// Returns the index in `backtraces` of a stack, or `nil` if it has no frames or was not captured.
    mutating func number(of stack: UInt32) -> Int? {
        if let number = known[stack] { return number }
        let backtrace = stacks.backtrace(ofStack: stack)
        let number = backtrace.frames.isEmpty ? nil : distinct.number(of: backtrace)
        known[stack] = .some(number)
        return number
    }
}
