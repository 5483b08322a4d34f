package import OutliveModel
internal import OutliveSupport

extension HeapCensus {
    /// Creates the census of a snapshot; rows with equal type, frames, birth and state are added up.
    package init(_ snapshot: HeapSnapshot) { self.init(snapshot, isCounted: { _ in true }) }

    /// Creates the census of the blocks of a snapshot that are no Swift objects.
    init(ofRawBlocksIn snapshot: HeapSnapshot) {
        let isRaw = snapshot.types.map { ($0.type ?? .rawMemory).kind == .raw }
        self.init(snapshot) { $0.type == HeapSnapshot.none || isRaw[Int($0.type)] }
    }

    private init(_ snapshot: HeapSnapshot, isCounted: (HeapSnapshot.CensusRow) -> Bool) {
        let header = snapshot.header
        var stacks = CensusStacks(snapshot)
        // Numbers are faster to compare than names.
        let typeNumbers = snapshot.typeNumbers
        var rows: [HeapRow] = []
        var groups = NumberTable<HeapSnapshot.CensusRow>()
        for (index, row) in (snapshot.rows + snapshot.rawRows).enumerated() where isCounted(row) {
            let contents = index < snapshot.rows.count ? snapshot.contents[UInt32(index)] : nil
            let stack = stacks.number(of: row.stack)
            let isRaw = row.type == HeapSnapshot.none
            var group = row.group
            group.stack = stack.map(UInt32.init) ?? HeapSnapshot.none
            if !isRaw { group.type = typeNumbers[Int(row.type)] }
            let number = groups.number(of: group)
            if number == rows.count {
                rows.append(
                    HeapRow(
                        type: (isRaw ? nil : snapshot.types[Int(row.type)].type) ?? .rawMemory, stack: stack,
                        birth: Int(row.birth),
                        state: row.isDeinitialised ? .deinitialised : .alive, count: row.count, bytes: row.bytes,
                        contents: contents))
            } else {
                rows[number].count += row.count
                rows[number].bytes += row.bytes
                rows[number].contents = .sum(rows[number].contents, contents)
            }
        }
        var sampling = snapshot.sampling
        for (index, total) in (sampling?.totals ?? []).enumerated() {
            sampling?.totals[index].stack = total.stack.flatMap { stacks.number(of: UInt32($0)) }
        }
        var allocations = snapshot.allocations
        for (index, total) in (allocations?.totals ?? []).enumerated() {
            allocations?.totals[index].stack = total.stack.flatMap { stacks.number(of: UInt32($0)) }
        }
        self.init(
            processID: header.processID, reason: header.reason, cycle: Int(header.cycle), rows: rows,
            stacks: stacks.backtraces, rawBlocks: header.rawBlocks, rawBytes: header.rawBytes,
            pauseSeconds: Double(header.pause) / 1e9, isIncomplete: header.isIncomplete || header.isPartial,
            sampling: sampling, allocations: allocations, tierBytes: header.tierBytes,
            framesPerStack: Int(header.framesPerStack))
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
